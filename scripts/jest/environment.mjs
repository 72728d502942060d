// Where each test file runs: without the settings of the terminal, and with limits in time that a
// hang alone reaches, on a busy machine too. A file whose tests take longer says so with
// `jest.setTimeout`. The files of a worker share one global object, because they share modules:
// runtime.mjs.

import { readFileSync } from 'node:fs';
import { TestEnvironment } from 'jest-environment-node';
import { isTerminalSetting } from '../bootstrap/terminal.mjs';

/**
 * Hooks start servers and browsers, which have limits and sentences of their own:
 * testbed/processes.ts.
 */
const HOOK_LIMIT_MS = 5 * 60_000;
/**
 * For each test of a file that says its tier by its name, and of one that opens pages in a browser.
 * Every other one: jest.config.mjs.
 */
const LIMITS_MS = { panel: 5 * 60_000, long: 15 * 60_000, nightly: 2 * 60 * 60_000 };

/** Uses of jest that change what others see: clocks, replaced functions, replaced modules. */
const CHANGES_OTHERS = /\bjest\.(?!setTimeout\b)\w/;
/** What jest keeps of a file in the global object. */
const OF_ONE_FILE = ['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL'];

let shared;

export default class Environment extends TestEnvironment {
  constructor(config, context) {
    // The process itself, and not the copy that a test sees: a child of a test inherits from the
    // process. jest sets FORCE_COLOR for its workers at a terminal, and a child then colours what a
    // test reads.
    for (const name of Object.keys(process.env).filter(isTerminalSetting)) delete process.env[name];
    const isShared = !CHANGES_OTHERS.test(readFileSync(context.testPath, 'utf8'));
    if (isShared && shared !== undefined) {
      shared.begin(context);
      return shared;
    }
    super(config, context);
    this.isShared = isShared;
    this.ofProcess = { env: { ...this.global.process.env }, exit: this.global.process.exit };
    this.begin(context);
    if (isShared) shared = this;
  }

  begin({ testPath }) {
    const [, tier] = /\.(long|nightly)\.test\.\w+$/.exec(testPath) ?? [];
    const [, folder] = /\/e2e\/src\/(panel)\//.exec(testPath) ?? [];
    this.limitMs = LIMITS_MS[tier ?? folder];
  }

  handleTestEvent({ name, hook }, state) {
    if (name === 'setup' && this.limitMs !== undefined) state.testTimeout = this.limitMs;
    if (name === 'hook_start') hook.timeout ??= Math.max(HOOK_LIMIT_MS, state.testTimeout);
  }

  async teardown() {
    if (!this.isShared) {
      await super.teardown();
      return;
    }
    for (const name of OF_ONE_FILE) delete this.global[Symbol.for(name)];
    const { process } = this.global;
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, this.ofProcess.env);
    process.exit = this.ofProcess.exit;
  }
}
