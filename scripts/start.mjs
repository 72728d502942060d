// `npm start`: brings a bare machine with Node and npm to a running service.
//
// Nothing is imported before the version of Node is known to be high enough for the rest, so that
// an old Node gives a sentence and not a syntax error.

const oldest = 20;
const major = Number(process.versions.node.split('.')[0]);

if (major < oldest) {
  process.stderr.write(
    `\n  ✗ Node ${oldest} or newer is needed; this is ${process.versions.node}. ` +
      'Install a newer Node (nodejs.org) and run npm start again.\n\n',
  );
  process.exitCode = 1;
} else {
  const { runBootstrap } = await import('./bootstrap/run.mjs');
  const { startSteps } = await import('./bootstrap/build.mjs');
  await runBootstrap({
    command: 'npm start',
    name: 'start',
    steps: startSteps,
    entry: 'packages/testbed/dist/commands/start.js',
    args: process.argv.slice(2),
    isSingle: true,
  });
}
