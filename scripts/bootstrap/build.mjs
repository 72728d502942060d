// What has to be built before anything can start, on the project's own Node. Every part finds out by
// itself that nothing has changed. Tests are not among it: a mistake in a test stops no start.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const projects = ['apps/api', 'apps/worker', 'apps/efi-simulator', 'packages/testbed'];

/** The commands, each with the words that are shown while it runs. */
export function buildSteps(root) {
  forgetBuildsWithoutOutput(root);
  return [
    { words: 'database client', args: ['scripts/prisma-generate.mjs'] },
    { words: 'TypeScript', args: ['node_modules/typescript/bin/tsc', '-b', ...projects] },
    { words: 'admin panel', args: ['scripts/build-panel.mjs'] },
  ];
}

// tsc trusts its note of the last build also when somebody has removed the dist folder.
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
