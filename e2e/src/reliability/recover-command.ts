import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The command as an operator runs it. @returns what it prints, and how it ends. */
export async function recoverWith(
  databaseUrl: string,
  ...options: string[]
): Promise<{ stdout: string; code: number }> {
  const command = resolve(import.meta.dirname, '../../../packages/db/src/command.ts');
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const args = ['--conditions=source', command, 'recover', ...options];
  try {
    return { stdout: (await run(process.execPath, args, { env })).stdout, code: 0 };
  } catch (error) {
    return error as { stdout: string; code: number };
  }
}
