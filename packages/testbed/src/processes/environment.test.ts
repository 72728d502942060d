import { afterEach, expect, test } from '@jest/globals';
import { childEnvironment, terminalSettings } from './environment.ts';

const before = process.env;
afterEach(() => {
  process.env = before;
});

test('a process gets nothing of the terminal, but what its own settings say', () => {
  const settings = {
    FORCE_COLOR: '1',
    NO_COLOR: '1',
    CLICOLOR_FORCE: '1',
    COLORTERM: 'truecolor',
    TERM: 'xterm',
    TERM_PROGRAM: 'a',
    COLUMNS: '80',
    NODE_DISABLE_COLORS: '1',
    PAGER: 'less',
  };
  process.env = { ...before, ...settings, TERMINAL_OF_A_SHOP: 'kept' };
  const environment = childEnvironment({ TERM: 'dumb' });
  const passed = Object.entries(environment).filter(([name]) => name in settings);
  expect(passed).toEqual([['TERM', 'dumb']]);
  expect(environment).toMatchObject({ TERMINAL_OF_A_SHOP: 'kept', PATH: process.env.PATH });
  expect(terminalSettings()).toEqual(settings);
});
