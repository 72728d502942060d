// The modules of a worker's test files: those of our packages and of node_modules are loaded once a
// worker and not once a file, which was half of the work of the suite. They keep their state from
// file to file, so that a test relies on nothing but what it has made itself. Test files and what
// they share with one another are loaded anew for each, and a file that uses jest for more than
// limits in time has all for itself.

import { createRequire } from 'node:module';

const require = createRequire(createRequire(import.meta.url).resolve('jest/package.json'));
const fromCore = createRequire(require.resolve('@jest/core'));
const Runtime = fromCore('jest-runtime').default;

/** What imports @jest/globals, which belong to one test file, or may do so. */
const OWN = /\/e2e\/src\/|\/testing\/|\.test\.\w+$|^@jest\/globals/;
const runtimes = new WeakMap();

export default class SharedRuntime extends Runtime {
  constructor(config, environment, ...others) {
    const shared = runtimes.get(environment);
    if (shared !== undefined) {
      shared._testPath = others[3];
      shared.testState.state = 'loading';
      return shared;
    }
    super(config, environment, ...others);
    if (environment.isShared) runtimes.set(environment, this);
  }

  teardown() {
    if (!this._environment.isShared) {
      super.teardown();
      return;
    }
    const { esModuleRegistry, internalModuleRegistry } = this.registries;
    for (const key of esModuleRegistry.keys()) if (OWN.test(key)) esModuleRegistry.delete(key);
    internalModuleRegistry.clear();
    this.jestGlobals.clearJestObjectCache();
    this.fileCache.clear();
  }
}
