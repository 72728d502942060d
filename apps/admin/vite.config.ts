// Builds the panel to static files that the API serves under /admin/. Nothing is inlined: the
// Content-Security-Policy allows scripts, styles and fonts from our own origin only.

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/admin/',
  plugins: [react()],
  build: {
    assetsInlineLimit: 0,
    // These know light-dark() themselves; what would stand in for it asks for more than our styles have.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files instead of one for every icon: what many pages share comes with the first one.
          groups: [
            {
              name: 'base',
              test: /node_modules(?!.*(@mantine|@tabler|@floating-ui))/,
              minShareCount: 9,
            },
            { name: 'controls', test: /@mantine|@tabler|@floating-ui/, minShareCount: 9 },
            { name: 'panel', test: /src.(api|format|i18n|parts|shell)./, minShareCount: 5 },
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
