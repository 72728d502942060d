// A sentence of the service in Montenegrin: from its key and values, which the API gives beside its
// text.

import type { Schema } from '../../api/contract.ts';
import { formatDateTime } from '../../format/time.ts';
import { formatNumber } from '../../format/number.ts';
import { filled } from '../../i18n/text-in.ts';
import { messages } from '../../messages/failed-work.ts';
import { MONTENEGRIN } from './montenegrin.ts';

/** A text of a response, and what it says. */
export type Sentence = Schema<'AdminSentence'>;
type Said = Sentence['said'][number];

/** What a text says in Montenegrin; null where it is none of the given sentences. */
export function wordsOf(sentences: readonly Sentence[], text: string): string | null {
  const found = sentences.find((sentence) => sentence.text === text);
  return found === undefined ? null : found.said.map(wordsOfOne).join(' ');
}

function wordsOfOne({ key, values, parts = {} }: Omit<Said, 'parts'> & Partial<Said>): string {
  const words = Object.entries(values).map(([name, value]) => {
    const part = parts[name];
    return [name, part === undefined ? valueIn(name, value) : wordsOfOne(part)];
  });
  return filled(templateOf(key), Object.fromEntries(words) as Record<string, string>);
}

function templateOf(key: Said['key']): string {
  if (!isRemedy(key)) return MONTENEGRIN[key as keyof typeof MONTENEGRIN];
  return messages.remedy[key.slice('remedy.'.length) as keyof typeof messages.remedy][0];
}

function isRemedy(key: Said['key']): boolean {
  return key.startsWith('remedy.');
}

/** Values that list several. */
const LISTS: Readonly<Record<string, readonly [string, string]>> = {
  rates: [' or ', ' ili '],
  paymentMethods: [' and ', ' i '],
};
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const DECIMAL = /^-?\d+\.\d+$/;

function valueIn(name: string, value: string): string {
  const list = LISTS[name];
  if (list !== undefined) return value.replaceAll(...list);
  if (INSTANT.test(value)) return formatDateTime(value, 'me');
  return DECIMAL.test(value) ? decimalIn(value) : value;
}

/** As many decimals as it is written with. */
function decimalIn(value: string): string {
  const [whole = '', decimals = ''] = value.split('.');
  return `${formatNumber(whole, 'me')},${decimals}`;
}
