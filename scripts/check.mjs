// `npm run check`, or `npm run check lint types`: the same bootstrap as `npm start`, then the
// checks of these names, or all of them. It ends with the number of those that fail.

const oldest = 20;
const major = Number(process.versions.node.split('.')[0]);

if (major < oldest) {
  process.stderr.write(
    `\n  ✗ Node ${oldest} or newer is needed; this is ${process.versions.node}. ` +
      'Install a newer Node (nodejs.org) and run npm run check again.\n\n',
  );
  process.exitCode = 1;
} else {
  const { runBootstrap } = await import('./bootstrap/run.mjs');
  const { checkSteps } = await import('./bootstrap/build.mjs');
  await runBootstrap({
    command: 'npm run check',
    name: 'check',
    steps: checkSteps,
    entry: 'scripts/checks.mjs',
    args: process.argv.slice(2),
    isSingle: false,
  });
}
