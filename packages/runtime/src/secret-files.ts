// Takes variables from files: NAME_FILE names a file whose content is NAME. Files are not seen in
// the process list, are not inherited by child processes, and can be mounted from memory.

import { readFileSync } from 'node:fs';

/** The variables of a process, some of them read from files. */
interface ReadVariables {
  variables: Record<string, string>;
  /** One line for each file that could not be read, and for each variable that is set twice. */
  problems: string[];
}

/**
 * The variables without the empty ones; those of `names` may come from files.
 * @param names NAME is read from the file that NAME_FILE names; the line ends at its end are left
 * out.
 */
export function readVariables(
  source: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): ReadVariables {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value !== undefined && value !== '') variables[name] = value;
  }
  const problems: string[] = [];
  for (const name of names) {
    const path = variables[`${name}_FILE`];
    if (path === undefined || names.includes(`${name}_FILE`)) continue;
    if (variables[name] !== undefined) {
      problems.push(`${name} is set, and ${name}_FILE is, too: set one of them.`);
      continue;
    }
    try {
      const content = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
      if (content !== '') variables[name] = content;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      problems.push(`${name}_FILE must be the path of a file that can be read: ${reason}.`);
    }
  }
  return { variables, problems };
}
