import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';

interface Messages {
  me: object;
  en: object;
}

const folder = new URL('../messages/', import.meta.url);
const areas = readdirSync(folder).filter((name) => name.endsWith('.ts'));

/** `list.title` → text */
function texts(messages: object, path = ''): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]: [string, unknown]) => {
    const name = path === '' ? key : `${path}.${key}`;
    return typeof value === 'string' ? [[name, value]] : texts(value as object, name);
  });
}

const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort();

test.each(areas)('%s says the same in both languages, with nothing left out', async (area) => {
  const { me, en } = (await import(new URL(area, folder).href)) as Messages;
  const english = new Map(texts(en));
  expect([...english.keys()]).toEqual(texts(me).map(([name]) => name));
  for (const [name, text] of texts(me)) {
    const other = english.get(name) ?? '';
    const isSaid = [text, other].every((words) => words.trim() !== '');
    expect([name, isSaid]).toEqual([name, true]);
    expect([name, placeholders(other)]).toEqual([name, placeholders(text)]);
  }
});
