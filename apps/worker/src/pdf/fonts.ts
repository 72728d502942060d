import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// The ranges are those of the package's own style sheets: without them the browser would take the
// letters of all subsets from the last one only.
const SUBSETS = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,' +
    'U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,' +
    'U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,' +
    'U+A720-A7FF',
  cyrillic: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
} as const;

const WEIGHTS = [400, 500, 600] as const;

/** Family name of the embedded face. */
export const FONT_FAMILY = 'IBM Plex Sans';

/**
 * `@font-face` rules with the font files inside as data URIs (about 230 kB), so that the print needs
 * no font of the machine and no network. Reads nine files: call it once.
 */
export function fontFaceCss(): string {
  const { resolve } = createRequire(import.meta.url);
  const face = (subset: string, range: string, weight: number): string => {
    const file = resolve(
      `@fontsource/ibm-plex-sans/files/ibm-plex-sans-${subset}-${weight}-normal.woff2`,
    );
    const data = readFileSync(file).toString('base64');
    return (
      `@font-face{font-family:"${FONT_FAMILY}";font-weight:${weight};font-display:block;` +
      `src:url(data:font/woff2;base64,${data}) format("woff2");unicode-range:${range}}`
    );
  };
  return Object.entries(SUBSETS)
    .flatMap(([subset, range]) => WEIGHTS.map((weight) => face(subset, range, weight)))
    .join('\n');
}
