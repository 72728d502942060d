// `npm test`: the same bootstrap as `npm start`, then the whole suite against servers of its own.
// Everything after the script's name goes to jest: `npm test -- packages/domain`. The tests and the
// processes that they start run from the sources as they stand: nothing has to be compiled before,
// and what a whole tier starts is bundled (bundle-apps.mjs).

const oldest = 20;
const major = Number(process.versions.node.split('.')[0]);

if (major < oldest) {
  process.stderr.write(
    `\n  ✗ Node ${oldest} or newer is needed; this is ${process.versions.node}. ` +
      'Install a newer Node (nodejs.org) and run npm test again.\n\n',
  );
  process.stdout.write('0 passed, 1 failed, 0 skipped\n');
  process.exitCode = 1;
} else {
  const { runBootstrap } = await import('./bootstrap/run.mjs');
  const { testSteps } = await import('./bootstrap/build.mjs');
  const args = process.argv.slice(2);
  await runBootstrap({
    command: 'npm test',
    name: 'test',
    steps: (root) => testSteps(root, args),
    entry: 'packages/testbed/src/commands/run-tests.ts',
    nodeOptions: ['--conditions=source'],
    args,
    isSingle: false,
    lastLineOnFailure: '0 passed, 1 failed, 0 skipped',
  });
}
