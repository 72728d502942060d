// Builds the panel to static files that the API serves under /admin/. Nothing is inlined: the
// Content-Security-Policy allows scripts, styles and fonts from our own origin only.

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Lists, hints and dialogs: what is drawn over the page. */
const OPENED =
  /@floating-ui|utils.Floating|components.(Tooltip|Popover|Menu|Combobox|Select|ScrollArea|Modal|ModalBase)./;
/** Of these, what also stands on the page itself. */
const ON_THE_PAGE = /AccordionChevron|ComboboxChevron|get-parsed-combobox-data|react-remove-scroll/;
/** What the frame around every page shares with pages: icons above all. */
const OF_FRAME = /@tabler|components.Collapse|use-disclosure|src.live/;
const FORMS = /@mantine.form|NumberInput/;

function isControl(id: string): boolean {
  return /@mantine|@tabler/.test(id) && !OPENED.test(id) && !FORMS.test(id);
}

export default defineConfig({
  base: '/admin/',
  plugins: [react()],
  build: {
    assetsInlineLimit: 0,
    // These know light-dark() themselves; what would stand in for it asks for more than our styles
    // have.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files instead of one for every icon: what many pages share comes with the first
          // one, but not what opens from a control or makes a form.
          groups: [
            {
              name: 'base',
              test: /node_modules(?!.*(@mantine|@tabler|@floating-ui|react-remove-scroll))/,
              minShareCount: 9,
              priority: 4,
            },
            { name: 'controls', test: isControl, minShareCount: 9, priority: 3 },
            { name: 'frame', test: ON_THE_PAGE, priority: 2 },
            { name: 'frame', test: OF_FRAME, minShareCount: 2, priority: 2 },
            { name: 'menus', test: OPENED, minShareCount: 3, priority: 1 },
            {
              name: 'panel',
              test: /src.(store|draft|api|format|i18n|components(?!.(dialog.d|text.(copy|relative-time)|table.row-menu))|shell)./,
              minShareCount: 9,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    // `npm start` runs the API there.
    proxy: { '/admin/api': 'http://127.0.0.1:3000' },
  },
});
