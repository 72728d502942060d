// What has to be built before anything can start, on the project's own Node. Every part finds out
// by itself that nothing has changed.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const projects = ['apps/api', 'apps/worker', 'apps/efi-simulator', 'packages/testbed'];

const sources = 'scripts/generate-sources.mjs';
const databaseClient = { words: 'database client', args: [sources, 'database'] };
const clientTypes = { words: 'types of the client', args: [sources, 'client'] };
const adminPanel = { words: 'admin panel', args: ['scripts/build-panel.mjs'] };
const bundledApps = { words: 'processes', args: ['scripts/bundle-apps.mjs'] };

/** What `npm start` needs: the commands, each with the words that are shown while it runs. */
export function startSteps(root) {
  forgetBuildsWithoutOutput(root);
  return [
    databaseClient,
    clientTypes,
    { words: 'TypeScript', args: ['node_modules/ts7/bin/tsc', '-b', ...projects] },
    adminPanel,
  ];
}

/** What the checks need: what is generated of sources is read by them, too. */
export function checkSteps() {
  return [databaseClient, clientTypes];
}

/**
 * What the tests need that `args` name: sources run as they are, but the panel is for browsers, a
 * test compiles the programs of the documents, and a whole tier starts many processes.
 */
export function testSteps(root, args) {
  const paths = args.filter((arg) => existsSync(join(root, arg)));
  const isTier = paths.length === 0;
  const needsPanel = isTier || paths.some((path) => /^(e2e|apps\/api)/.test(path));
  return [
    databaseClient,
    ...(needsPanel ? [clientTypes, adminPanel] : []),
    ...(isTier ? [bundledApps] : []),
  ];
}

// tsc trusts its note of the last build also when the dist folder was removed.
function forgetBuildsWithoutOutput(root) {
  const rooms = ['apps', 'packages'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  );
  for (const room of rooms) {
    if (!existsSync(join(root, room, 'dist'))) {
      rmSync(join(root, room, 'tsconfig.tsbuildinfo'), { force: true });
    }
  }
}
