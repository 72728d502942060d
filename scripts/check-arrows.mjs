// Checks who imports whom (.dependency-cruiser.cjs). Fails also when it saw fewer modules than
// there are source files: with a compiler that it does not understand, dependency-cruiser sees none
// and finds nothing wrong.

import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

/** Generated internals of Prisma's client are excluded; so many of all files are seen at least. */
const LEAST_SHARE = 0.95;
const TESTS = '\\.test\\.tsx?$|/testing/';

process.chdir(resolve(fileURLToPath(import.meta.url), '../..'));
const { options, ...ruleSet } = await extractDepcruiseConfig('./.dependency-cruiser.cjs');
const isOfFolders = ({ scope }) => scope === 'folder';
const check = async (forbidden, exclude) => {
  const { output } = await cruise(
    ['apps', 'packages'],
    { ...options, exclude: { path: exclude }, ruleSet: { forbidden }, validate: true },
    options.enhancedResolveOptions,
    { tsConfig: extractTSConfig('./tsconfig.base.json') },
  );
  return output;
};

const { path: generated } = options.exclude;
const ofModules = await check(
  ruleSet.forbidden.filter((rule) => !isOfFolders(rule)),
  generated,
);
// A rule of folders cannot leave out the imports of tests, which may use any folder.
const ofFolders = await check(ruleSet.forbidden.filter(isOfFolders), [...generated, TESTS]);

const sources = ofModules.modules.filter(({ source }) =>
  /^(apps|packages)\/.+\.tsx?$/.test(source),
);
const violations = [...ofModules.summary.violations, ...ofFolders.summary.violations];
for (const { rule, from, to, cycle } of violations) {
  const way = cycle ? cycle.map((step) => step.name ?? step).join(' → ') : to;
  process.stdout.write(`✗ ${rule.name}: ${from} → ${way}\n    ${commentOf(rule.name)}\n`);
}
const files = globSync('{apps,packages}/*/{src,scripts}/**/*.{ts,tsx}');
const areAllSeen = sources.length >= LEAST_SHARE * files.length;
if (!areAllSeen) {
  process.stdout.write(`✗ only ${sources.length} modules seen of ${files.length} source files.\n`);
}
if (violations.length > 0 || !areAllSeen) {
  process.exitCode = 1;
} else {
  process.stdout.write(
    `✓ the arrows hold: ${sources.length} modules, ${ruleSet.forbidden.length} rules\n`,
  );
}

function commentOf(name) {
  return ruleSet.forbidden.find((rule) => rule.name === name)?.comment ?? '';
}
