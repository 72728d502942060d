// Where each test file runs: without the settings of the terminal, and with limits in time that a
// hang alone reaches, on a busy machine too. A file whose tests take longer says so with
// `jest.setTimeout`.

import { TestEnvironment } from 'jest-environment-node';
import { isTerminalSetting } from '../bootstrap/terminal.mjs';

/**
 * Hooks start servers and browsers, which have limits and sentences of their own:
 * testbed/processes.ts.
 */
const HOOK_LIMIT_MS = 5 * 60_000;
/**
 * For each test of a file that says by its name that it is long. Every other one: jest.config.mjs.
 */
const LONG_LIMIT_MS = 15 * 60_000;

export default class Environment extends TestEnvironment {
  #isLong;

  constructor(config, context) {
    // The process itself, and not the copy that a test sees: a child of a test inherits from the
    // process. jest sets FORCE_COLOR for its workers at a terminal, and a child then colours what a
    // test reads.
    for (const name of Object.keys(process.env).filter(isTerminalSetting)) delete process.env[name];
    super(config, context);
    this.#isLong = /\.long\.test\.\w+$/.test(context.testPath);
  }

  handleTestEvent({ name, hook }, state) {
    if (name === 'setup' && this.#isLong) state.testTimeout = LONG_LIMIT_MS;
    if (name === 'hook_start') hook.timeout ??= Math.max(HOOK_LIMIT_MS, state.testTimeout);
  }
}
