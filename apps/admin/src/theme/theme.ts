// Colours, type and measures: a calm page with warm greys and one deep green.

import { createTheme } from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core';

const pine: MantineColorsTuple = [
  '#eef6f4',
  '#d9eae6',
  '#b2d5cd',
  '#86bdb2',
  '#5fa99b',
  '#3f9384',
  '#26786c',
  '#17635c',
  '#124f4a',
  '#0c3b37',
];

const stone: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ef',
  '#e9e6e1',
  '#dcd8d1',
  '#c2bdb3',
  '#8d887e',
  '#67635b',
  '#514e47',
  '#383631',
  '#22211e',
];

const night: MantineColorsTuple = [
  '#eceae6',
  '#cfccc6',
  '#a8a49d',
  '#7d7a73',
  '#4a4843',
  '#3b3936',
  '#2b2a27',
  '#1d1c1a',
  '#151413',
  '#0e0e0d',
];

/** Calm signals: green, red, yellow and blue without neon. */
const leaf: MantineColorsTuple = [
  '#eef7ee',
  '#dcefdd',
  '#b9dfbb',
  '#92cc96',
  '#6db873',
  '#4ea257',
  '#3a8a45',
  '#2d6f37',
  '#23572b',
  '#193f1f',
];

const brick: MantineColorsTuple = [
  '#fdf1ef',
  '#fae0dc',
  '#f4c0b8',
  '#ec9a8e',
  '#e2766a',
  '#d2564b',
  '#bd3f36',
  '#a0302a',
  '#7e2622',
  '#5c1c19',
];

const amber: MantineColorsTuple = [
  '#fdf6e7',
  '#faeac6',
  '#f4d690',
  '#ecbf58',
  '#e0a82e',
  '#c98f16',
  '#a6740d',
  '#80590a',
  '#644608',
  '#493306',
];

const sea: MantineColorsTuple = [
  '#eff5fa',
  '#dce9f4',
  '#b8d2e8',
  '#8fb7d8',
  '#679bc6',
  '#4881b2',
  '#356a99',
  '#2b567d',
  '#224462',
  '#193248',
];

/** The look of every component; `close` is what the buttons say that close a dialog or a notice. */
export function themeWith(close: string) {
  const closeButtonProps = { 'aria-label': close };
  return createTheme({
    colors: { pine, gray: stone, dark: night, green: leaf, red: brick, yellow: amber, blue: sea },
    primaryColor: 'pine',
    // Both carry white words.
    primaryShade: { light: 7, dark: 6 },
    // The system's own has č ć š ž đ everywhere; a font of ours took 87 kB of the first page.
    // Windows has no weight of 500: what stands out by its weight alone has 600.
    fontFamily: "-apple-system, 'Segoe UI', Roboto, 'Noto Sans', Helvetica, Arial, sans-serif",
    fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
    fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
    headings: {
      fontWeight: '600',
      textWrap: 'balance',
      sizes: {
        // On a phone the number of an invoice stays in one line.
        h1: { fontSize: 'clamp(1.3125rem, 1rem + 1.3vw, 1.625rem)', lineHeight: '1.25' },
        h2: { fontSize: '1.125rem', lineHeight: '1.35' },
        h3: { fontSize: '0.9375rem', lineHeight: '1.45' },
      },
    },
    radius: { sm: '0.25rem', md: '0.5rem', lg: '0.75rem' },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Modal: {
        defaultProps: {
          centered: true,
          radius: 'lg',
          overlayProps: { backgroundOpacity: 0.45 },
          closeButtonProps,
        },
        styles: { title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)' } },
      },
      Drawer: { defaultProps: { closeButtonProps } },
      Notification: { defaultProps: { closeButtonProps } },
      Alert: { defaultProps: { radius: 'md' } },
      // Inside a dialog a header is no banner of the page.
      ModalHeader: { defaultProps: { role: 'presentation' } },
      // The placeholder that would take the focus is nothing that a menu may hold.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Paper: { defaultProps: { radius: 'lg' } },
      Tooltip: { defaultProps: { withArrow: true, openDelay: 250 } },
      // What is required is said by the form itself; an asterisk alone explains nothing.
      InputWrapper: {
        defaultProps: {
          withAsterisk: false,
          // Hints below the fields, so that fields beside each other stand in one line.
          inputWrapperOrder: ['label', 'input', 'description', 'error'],
        },
      },
    },
  });
}

/** Our own variables, and Mantine's where its contrast is too weak. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--page': '#faf9f7',
    '--line': '#e4e0da',
    '--mantine-color-dimmed': '#67635b',
    '--mantine-color-placeholder': '#767168',
    '--mantine-color-error': '#b3261e',
  },
  dark: {
    '--page': '#151413',
    '--line': '#302e2b',
    '--mantine-color-dimmed': '#a8a49d',
    '--mantine-color-placeholder': '#8f8b84',
    '--mantine-color-error': '#ff8f85',
  },
});
