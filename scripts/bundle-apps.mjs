// Bundles each process of the service into .run/apps/<app> for whole tiers of tests: they start
// more than 200 of them, and loading a thousand modules was most of what many did. Nothing is left
// out or minified. What has files of its own beside its code stays where it is installed.

import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const INSTALLED =
  /^(@node-rs\/argon2|@prisma\/client|libxml2-wasm|pino|puppeteer|sharp|swagger-ui-dist)(\/|$)/;

const fromPanel = createRequire(join(root, 'apps/admin/package.json'));
const { rolldown } = await import(createRequire(fromPanel.resolve('vite')).resolve('rolldown'));

const stayInstalled = {
  name: 'stay-installed',
  resolveId: {
    order: 'pre',
    async handler(source, importer) {
      if (importer === undefined || !INSTALLED.test(source)) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && { id: found.id, external: 'absolute' };
    },
  },
};

/** A module finds its files, and the modules of its own processes, beside its source. */
const keepOwnUrl = {
  name: 'keep-own-url',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null;
    return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  },
};

for (const app of ['api', 'worker', 'efi-simulator']) {
  const bundle = await rolldown({
    input: { main: join(root, 'apps', app, 'src/main.ts') },
    platform: 'node',
    treeshake: false,
    resolve: { conditionNames: ['source', 'node'] },
    plugins: [stayInstalled, keepOwnUrl],
    logLevel: 'silent',
  });
  await bundle.write({
    dir: join(root, '.run/apps', app),
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
    keepNames: true,
  });
}
