// Builds the panel to static files that the API serves under /admin/. Nothing is inlined: the
// Content-Security-Policy allows scripts, styles and fonts from our own origin only.

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What opens from a control or over the page, and what places it. */
const OPENED =
  /@floating-ui|utils.Floating|components.(Tooltip|ScrollArea|Popover|Menu|Combobox|Select|Modal|ModalBase)[/\\]/;
const OF_FEW_PAGES = /@mantine.(form|dates)|NumberInput|dayjs|qrcode|simplewebauthn/;
/** Icons, and of our own what is small and needs no list, dialog or form. */
const OF_EVERY_PAGE =
  /@tabler|components.SimpleGrid|src.(store|draft|api|format|i18n|live|shell|components(?!.(dialog|sentences|authority.(authority-words|known|meaning)|text.(copy|qr|relative)|table.row-menu|form.(day|amount|use-|conflict)))|pages.(operations.(health\.|words|charts)|failed-work.deadline|invoices.invoice-status|sign-in.safe))/;

function isControl(id: string): boolean {
  return id.includes('node_modules') && !OPENED.test(id) && !OF_FEW_PAGES.test(id);
}

export default defineConfig({
  base: '/admin/',
  plugins: [react()],
  build: {
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    // These know light-dark() themselves; what would stand in for it asks for more than our styles
    // have.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files instead of one for every icon: a file is a request of the first page.
          groups: [
            { name: 'base', test: /node_modules/, tags: ['$initial'], priority: 4 },
            { name: 'controls', test: isControl, minShareCount: 9, priority: 3 },
            { name: 'menus', test: OPENED, minShareCount: 2, priority: 2 },
            // The first pages, each with its texts.
            { name: 'today', test: /src.(pages|messages).today/ },
            { name: 'sign-in', test: /src.(pages.sign-in.sign-in-page|messages.sign-in)/ },
            { name: 'overview', test: /src.(pages|messages).overview/ },
            { name: 'frame', test: /src/, tags: ['$initial'], priority: 1 },
            { name: 'panel', test: OF_EVERY_PAGE, minShareCount: 2, priority: 1 },
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
