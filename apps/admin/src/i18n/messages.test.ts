import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Message, Messages } from '../message.ts';

const source = new URL('../', import.meta.url);
const areas = readdirSync(new URL('messages/', source)).map((name) => name.replace('.ts', ''));
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/^messages\/|\.test\.ts$/.test(name))
  .map((name) => readFileSync(new URL(name, source), 'utf8'));

async function messagesOf(area: string): Promise<(readonly [string, Message])[]> {
  const module = (await import(new URL(`messages/${area}.ts`, source).href)) as {
    messages: Messages;
  };
  return flatten(module.messages);
}

/** `list.title` → text */
function flatten(messages: Messages, path = ''): (readonly [string, Message])[] {
  return Object.entries(messages).flatMap(([key, value]) =>
    isMessage(value) ? [[path + key, value] as const] : flatten(value, `${path}${key}.`),
  );
}

function isMessage(value: Message | Messages): value is Message {
  return Array.isArray(value);
}

const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort();

test.each(areas)('%s says the same in both languages, with nothing left out', async (area) => {
  for (const [key, [me, en]] of await messagesOf(area)) {
    expect([key, me.trim() !== '' && en.trim() !== '']).toEqual([key, true]);
    expect([key, placeholders(en)]).toEqual([key, placeholders(me)]);
  }
});

/** What of the code can be a key: words in quotes, and templates with a hole as `action.…`. */
function keysIn(text: string): (key: string) => boolean {
  const literals = new Set([...text.matchAll(/'([\w.-]+)'/g)].map(([, key]) => key));
  const templates = [...text.matchAll(/`((?:[\w.-]|\$\{[^{}`]*\})+)`/g)]
    .map(([, template = '']) => template.replaceAll(/\$\{[^{}]*\}/g, '…'))
    .filter((template) => /\w\.…|…\.\w/.test(template))
    .map(
      (template) => new RegExp(`^${template.replaceAll('.', '\\.').replaceAll('…', '[\\w-]+')}$`),
    );
  return (key) => literals.has(key) || templates.some((template) => template.test(key));
}

test.each(areas)('every text of %s is used by a file that asks for the area', async (area) => {
  const asked = area === 'shell' ? 'useTranslation()' : `useTranslation('${area}'`;
  const asks = (text: string) =>
    text.includes(asked) || (text.includes('useTranslation(area)') && text.includes(`'${area}'`));
  const isUsed = keysIn(code.filter(asks).join('\n'));
  const keys = (await messagesOf(area)).map(([key]) => key.replace(/_(one|few|other)$/, ''));
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
});
