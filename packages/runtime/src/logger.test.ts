import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What a process writes that logs this error. */
function lineOf(error: string): string {
  const module = fileURLToPath(new URL('logger.ts', import.meta.url));
  const program = `
    import { createLogger } from ${JSON.stringify(module)};
    createLogger({ name: 'test', level: 'info' }).warn({ err: ${error} }, 'trouble');`;
  const args = ['--input-type=module', '--eval', program];
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout;
}

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
