// Where the reference data and the referees of the tests are. Neither belongs to the project: where
// one is missing, the tests that need it are skipped by name.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIRECTORY = fileURLToPath(new URL('../../../../../shared/efi/', import.meta.url));

/** True where the authority's samples and schema lie beside the project. */
export const hasReferenceData = existsSync(DIRECTORY);

/** Name of a suite that needs the reference data; says what to get where it is missing. */
export function needsReferenceData(name: string): string {
  return hasReferenceData ? name : `${name} (needs the reference data in ../shared/efi)`;
}

/** Absolute path of a file of the reference data. */
export function referencePath(file: string): string {
  return join(DIRECTORY, file);
}

/** Text of a file of the reference data. */
export function referenceText(file: string): string {
  return readFileSync(referencePath(file), 'utf8').trim();
}

/** True where the program can be run; `versionArgument` makes it end at once. */
export function hasProgram(program: string, versionArgument: string): boolean {
  try {
    execFileSync(program, [versionArgument], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs a program on a file with this content; gives whether it was content, and what it said. */
export function judgeFile(
  program: string,
  content: string | Uint8Array,
  argumentsFor: (path: string) => string[],
): { accepted: boolean; said: string } {
  const directory = mkdtempSync(join(tmpdir(), 'efi-'));
  const path = join(directory, 'file');
  try {
    writeFileSync(path, content);
    execFileSync(program, argumentsFor(path), { encoding: 'utf8', stdio: 'pipe' });
    return { accepted: true, said: '' };
  } catch (error) {
    return { accepted: false, said: error instanceof Error ? error.message : String(error) };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
