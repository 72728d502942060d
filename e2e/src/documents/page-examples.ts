// The examples of a page, as a reader finds them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A block of code, with its language and the text between the block before and it. */
export interface Example {
  language: string;
  code: string;
  before: string;
}

/** All blocks of a page, from the first one on. @param page its path in the repository. */
export function examplesOf(page: string): Example[] {
  const text = readFileSync(join(root, page), 'utf8');
  let end = 0;
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
    ({ 0: all, 1: language = '', 2: code = '', index }) => {
      const before = text.slice(end, index);
      end = index + all.length;
      return { language, code, before };
    },
  );
}

/** The file that a program of a page is to be saved in: its first line names it. */
export function fileNameOf(code: string): string {
  const [, name] = /^(?:\/\/|#) (\S+\.\w+)\n/.exec(code) ?? [];
  if (name === undefined) throw new Error(`the first line names no file: ${code}`);
  return name;
}

/** A program of a page. @throws Error if there is none. */
export function programOf(page: string, file: string): string {
  const found = examplesOf(page).find(({ code }) => /^\S+ (.*)\n/.exec(code)?.[1] === file);
  if (found === undefined) throw new Error(`${page} has no ${file}`);
  return found.code;
}
