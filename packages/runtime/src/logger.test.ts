import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A process that has a `logger`. @param output the file descriptor of its standard output. */
function runProgram(body: string, output: number | 'pipe' = 'pipe') {
  const module = fileURLToPath(new URL('logger.ts', import.meta.url));
  const program = `
    import { countLogFailures, createLogger } from ${JSON.stringify(module)};
    const logger = createLogger({ name: 'test', level: 'info' });
    ${body}`;
  const args = ['--input-type=module', '--eval', program];
  return spawnSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', output, 'pipe'] });
}

/** What a process writes that logs this error. */
function lineOf(error: string): string {
  return runProgram(`logger.warn({ err: ${error} }, 'trouble');`).stdout;
}

test('a process whose log is on a full disk works on, and counts what was not written', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = runProgram(
    `logger.info('one'); logger.info('two');
     setImmediate(() => process.stderr.write('worked on, ' + countLogFailures() + ' failures'));`,
    full,
  );
  closeSync(full);
  expect(stderr).toMatch(/worked on, [1-9]\d* failures$/);
  expect(status).toBe(0);
});

test('a command that Redis refused is in no line of the log: it may be the password', () => {
  const error = `Object.assign(new Error('WRONGPASS invalid', { cause: new Error('why') }), {
    command: { name: 'hello', args: ['3', 'AUTH', 'default', 'hunter2'] },
    cert: { raw: 'pages' }, code: 'E' })`;
  const line = lineOf(error);
  expect(line).toContain('WRONGPASS invalid: why');
  expect(line).toContain('"code":"E"');
  expect(line).not.toContain('hunter2');
  expect(line).not.toContain('pages');
});
