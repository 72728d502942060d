// Checks who imports whom (.dependency-cruiser.cjs), and that no two folders need each other. Fails
// also when it saw fewer modules than there are source files: with a compiler that it does not
// understand, dependency-cruiser sees none and finds nothing wrong.

import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { dirname } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

/** Generated internals of Prisma's client are excluded; so many of all files are seen at least. */
const LEAST_SHARE = 0.95;
const ROOM = /^(apps|packages)\/[^/]+\/src\//;
const TESTS = /\.test\.tsx?$|\/testing\//;
/**
 * No rule of dependency-cruiser: one of folders cannot leave out the imports of tests, which may
 * use any folder.
 */
const NO_FOLDER_CYCLES = {
  name: 'no-folder-cycles',
  comment:
    'No two folders inside an app or package need each other: one can be read without the other.',
};

process.chdir(resolve(fileURLToPath(import.meta.url), '../..'));
const { options, forbidden } = await extractDepcruiseConfig('./.dependency-cruiser.cjs');
const { output } = await cruise(
  ['apps', 'packages'],
  { ...options, ruleSet: { forbidden }, validate: true },
  options.enhancedResolveOptions,
  { tsConfig: extractTSConfig('./tsconfig.base.json') },
);
const rules = [...forbidden, NO_FOLDER_CYCLES];

const sources = output.modules.filter(({ source }) => /^(apps|packages)\/.+\.tsx?$/.test(source));
const violations = [...output.summary.violations, ...folderCycles(output.modules)];
for (const { rule, from, to, cycle } of violations) {
  const way = cycle ? cycle.map((step) => step.name ?? step).join(' → ') : to;
  const { comment = '' } = rules.find(({ name }) => name === rule.name) ?? {};
  process.stdout.write(`✗ ${rule.name}: ${from} → ${way}\n    ${comment}\n`);
}
const files = globSync('{apps,packages}/*/{src,scripts}/**/*.{ts,tsx}');
const areAllSeen = sources.length >= LEAST_SHARE * files.length;
if (!areAllSeen) {
  process.stdout.write(`✗ only ${sources.length} modules seen of ${files.length} source files.\n`);
}
if (violations.length > 0 || !areAllSeen) {
  process.exitCode = 1;
} else {
  process.stdout.write(`✓ the arrows hold: ${sources.length} modules, ${rules.length} rules\n`);
}

/** A folder needs what a module in or below it imports from outside of it. */
function folderCycles(modules) {
  const needs = new Map();
  for (const { source, dependencies } of modules) {
    const imported = dependencies.map(({ resolved }) => resolved).filter((to) => ROOM.test(to));
    if (!ROOM.test(source) || TESTS.test(source)) continue;
    for (let folder = dirname(source); folder !== '.'; folder = dirname(folder)) {
      if (!needs.has(folder)) needs.set(folder, new Set());
      for (const to of imported) {
        if (!TESTS.test(to) && !to.startsWith(`${folder}/`)) needs.get(folder).add(dirname(to));
      }
    }
  }
  return [...needs].flatMap(([from, needed]) =>
    [...needed].flatMap((to) => {
      const cycle = ROOM.exec(`${from}/`)?.[0] === ROOM.exec(`${to}/`)?.[0] && way(needs, to, from);
      return cycle ? [{ rule: NO_FOLDER_CYCLES, from, to, cycle }] : [];
    }),
  );
}

/** The folders from one to the other, both included; null if it does not need the other. */
function way(needs, from, to, seen = new Set()) {
  if (from === to) return [to];
  seen.add(from);
  for (const next of needs.get(from) ?? []) {
    const rest = seen.has(next) ? null : way(needs, next, to, seen);
    if (rest) return [from, ...rest];
  }
  return null;
}
