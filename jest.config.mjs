/**
 * One configuration for every room: sources are transformed as they stand, nothing is built first.
 */
export default {
  roots: ['<rootDir>/packages', '<rootDir>/apps', '<rootDir>/e2e', '<rootDir>/scripts'],
  testMatch: ['**/src/**/*.test.ts', '<rootDir>/scripts/**/*.test.mjs'],
  modulePathIgnorePatterns: ['/dist/'],
  testEnvironment: '<rootDir>/scripts/jest/environment.mjs',
  runtime: '<rootDir>/scripts/jest/runtime.mjs',
  // "source" is the export condition under which our own packages resolve to src/ instead of dist/.
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } },
    ],
  },
  testSequencer: '<rootDir>/scripts/jest/sequencer.mjs',
  // For hangs alone: no test may depend on how fast the machine is. Hooks and long tests have more:
  // scripts/jest/environment.mjs.
  testTimeout: 60_000,
  // Jest gives a worker half a second to end, which a busy machine may not even run it in.
  workerGracefulExitTimeout: 10_000,
};
