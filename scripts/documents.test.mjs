// The documents about security, the runbook and the decisions name tests and places in the code. A
// name that is not there any more is a promise that nothing holds. What the tests do, they say
// themselves; that they are there, this says.

import { describe, expect, test } from '@jest/globals';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const DOCUMENTS = [
  'SECURITY.md',
  'docs/threat-model.md',
  'docs/reliability.md',
  'docs/runbook.md',
  ...globSync('docs/adr/*.md', { cwd: root }),
];

/** `file.test.ts` “words of a title”, “words of another one”. */
const CLAIM = /`([^`\s]+\.test\.(?:ts|mjs))`((?:,? “[^”]+”)*)/g;
const PLACE =
  /`((?:\.github|apps|deploy|docs|e2e|packages|prisma|scripts)\/[^`\s]+\.\w+|[\w./-]+\.(?:ts|tsx|mjs))`/g;
const LINK = /\]\(([^)#:]+)(?:#[^)]*)?\)/g;

const FILES = globSync('**/*', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist|\.git|\.run)$/.test(path),
});
/**
 * @param name a path, or as much of its end as only that file has.
 * @returns the path; null where no file has that name, or several have.
 */
function fileOf(name) {
  if (isThere(name)) return name;
  const found = FILES.filter((path) => path.endsWith(`/${name}`));
  return found.length === 1 ? found[0] : null;
}

/** With every break of a line as one blank, so that a claim may go over two lines. */
const read = (path) => readFileSync(join(root, path), 'utf8').replaceAll(/\s+/g, ' ');
const isThere = (path) => existsSync(join(root, path));

const COMMENT = /^\s*(?:\/\/|\*|\/\*).*$/gm;
/**
 * A string before a callback, or first in a row: the title of a test, of a group, or what is put
 * into one.
 */
const TITLE =
  /\[\s*(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1,|(['"`])((?:(?!\3)[^\\\n]|\\.)*)\3,\s*(?:async )?\(/g;

/** What the claims of a text say that is not so. */
function brokenClaims(text) {
  return [...text.matchAll(CLAIM)].flatMap(([, file, quotes]) => {
    const path = fileOf(file);
    if (path === null) return [`${file}: there is no such test, or there are several`];
    const source = readFileSync(join(root, path), 'utf8').replaceAll(COMMENT, '');
    const titles = [...source.matchAll(TITLE)].map(([, , row, , title]) => row ?? title);
    const words = [...quotes.matchAll(/“([^”]+)”/g)].map(([, quoted]) => quoted);
    if (words.length === 0) return [`${file}: no title is named`];
    return words
      .filter((quoted) => !titles.some((title) => title.includes(quoted)))
      .map((quoted) => `${file}: no title says “${quoted}”`);
  });
}

describe.each(DOCUMENTS)('%s', (document) => {
  test('names tests that are there, by words of their titles', () => {
    // The list of ASVS names files alone, which are looked for as places.
    expect(brokenClaims(read(document).split(' ## ASVS ')[0])).toEqual([]);
  });

  test('names places and documents that are there', () => {
    const text = read(document);
    const places = [...text.matchAll(PLACE)].map(([, path]) => path);
    const links = [...text.matchAll(LINK)].map(([, path]) => join(dirname(document), path));
    expect(places.filter((path) => fileOf(path) === null)).toEqual([]);
    expect(links.filter((path) => !isThere(path))).toEqual([]);
  });
});

/** `## The call` → `the-call`, as GitHub names the headings of a page. */
const anchorsOf = (path) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every link of a document leads to a page and to a heading that are there', () => {
  const links = FILES.filter((path) => path.endsWith('.md')).flatMap((from) =>
    [...read(from).matchAll(/\]\(([^)#:\s]*)(?:#([^)\s]+))?\)/g)].map(([, path, anchor]) => ({
      from,
      path: path === '' ? from : join(dirname(from), path),
      anchor,
    })),
  );
  expect(links.length).toBeGreaterThan(100);
  const broken = links.filter(
    ({ path, anchor }) =>
      !isThere(path) || (anchor && path.endsWith('.md') && !anchorsOf(path).includes(anchor)),
  );
  expect(broken).toEqual([]);
});

test('every entry of the runbook has its four parts and its tests, in this order', () => {
  const [, ...entries] = readFileSync(join(root, 'docs/runbook.md'), 'utf8').split(/^## /m);
  expect(entries.length).toBeGreaterThan(15);
  const parts = entries.map((text) => [
    text.split('\n')[0],
    ...[...text.matchAll(/^- (?:\*\*(\w+)\*\*:|(Drilled by) `)/gm)].map(
      ([, part, by]) => part ?? by,
    ),
  ]);
  const whole = ['Shows', 'Means', 'Do', 'Over', 'Drilled by'];
  expect(parts).toEqual(parts.map(([entry]) => [entry, ...whole]));
});

test('a claim about a test that is not there, or whose title says something else, is found', () => {
  const here = 'scripts/documents.test.mjs';
  expect(brokenClaims(`\`${here}\` “names places and documents”`)).toEqual([]);
  expect(brokenClaims('`scripts/gone.test.mjs` “anything”')).toHaveLength(1);
  expect(brokenClaims(`\`${here}\` “names ${'places'} and”, “${'nobody'} says”`)).toHaveLength(1);
  expect(brokenClaims(`\`${here}\` “isThere(file)”`)).toHaveLength(1);
  expect(brokenClaims(`\`${here}\` holds it`)).toHaveLength(1);
});

/**
 * Requirements of the levels 1 and 2 by section of ASVS 5.0.0: each section numbers them from 1 on.
 */
const SECTIONS = {
  1.1: 2,
  1.2: 9,
  1.3: 11,
  1.4: 3,
  1.5: 2,
  2.1: 3,
  2.2: 3,
  2.3: 4,
  2.4: 1,
  3.2: 2,
  3.3: 4,
  3.4: 6,
  3.5: 5,
  3.7: 2,
  4.1: 3,
  4.2: 1,
  4.3: 2,
  4.4: 4,
  5.1: 1,
  5.2: 3,
  5.3: 2,
  5.4: 3,
  6.1: 3,
  6.2: 12,
  6.3: 4,
  6.4: 4,
  6.5: 5,
  6.6: 3,
  6.8: 4,
  7.1: 3,
  7.2: 4,
  7.3: 2,
  7.4: 5,
  7.5: 2,
  7.6: 2,
  8.1: 2,
  8.2: 3,
  8.3: 1,
  8.4: 1,
  9.1: 3,
  9.2: 4,
  11.1: 2,
  11.2: 3,
  11.3: 3,
  11.4: 4,
  11.5: 1,
  11.6: 1,
  12.1: 3,
  12.2: 2,
  12.3: 4,
  13.1: 1,
  13.2: 5,
  13.3: 2,
  13.4: 5,
  14.1: 2,
  14.2: 4,
  14.3: 3,
  15.1: 3,
  15.2: 3,
  15.3: 7,
  16.1: 1,
  16.2: 5,
  16.3: 4,
  16.4: 3,
  16.5: 3,
};

/**
 * One line a chapter: **V1 Name.** Test: 1.1.2 `a.test.ts`; … By construction: 1.1.1 …; … Not
 * applicable: 1.2.6, … Open: …
 */
const CHAPTER = /- \*\*V(\d+) [^*]+\.\*\* (.+?)(?= - \*\*V| ###|$)/g;
const VERDICTS = ['Test', 'By construction', 'Not applicable', 'Open'];

describe('the requirements of ASVS in docs/threat-model.md', () => {
  const [, section] = read('docs/threat-model.md').split(' ## ASVS 5.0.0');
  const [chapters, open] = section.split(' ### What is open');
  const verdicts = [...chapters.matchAll(CHAPTER)].flatMap(([, chapter, line]) =>
    line.split(/(?=(?:Test|By construction|Not applicable|Open): )/).flatMap((part) => {
      const verdict = VERDICTS.find((known) => part.startsWith(`${known}: `));
      const numbers = part.match(new RegExp(`(?<=[:;,] )${chapter}\\.\\d+\\.\\d+`, 'g')) ?? [];
      return numbers.map((number) => [number, verdict]);
    }),
  );

  test('are there once, each with its verdict', () => {
    const required = Object.entries(SECTIONS).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
    );
    expect(verdicts.map(([number]) => number).sort()).toEqual(required.sort());
  });

  test('name a test wherever a test is said to guard them', () => {
    const guarded = [...chapters.matchAll(/Test: (.+?)\.(?= |$)/g)].flatMap(([, list]) =>
      list.split('; '),
    );
    const files = /^[\d.]+ `[^`]+\.test\.(?:ts|mjs)`(?:, `[^`]+\.test\.(?:ts|mjs)`)*$/;
    expect(guarded.filter((entry) => !files.test(entry))).toEqual([]);
  });

  test('lists everything that is open, and nothing else', () => {
    const listed = open.match(/\b\d+\.\d+\.\d+\b/g);
    const wanted = verdicts.filter(([, verdict]) => verdict === 'Open');
    expect(listed.sort()).toEqual(wanted.map(([number]) => number).sort());
  });

  test('counts its verdicts as they are', () => {
    const count = (wanted) => verdicts.filter(([, verdict]) => verdict === wanted).length;
    expect(chapters).toContain(
      `Of ${verdicts.length} points ${count('Test')} are held by a test, ` +
        `${count('By construction')} by construction, and ${count('Not applicable')} are not ` +
        `applicable; ${count('Open')} are open.`,
    );
  });
});
