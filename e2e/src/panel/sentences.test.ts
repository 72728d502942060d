// Whatever the service says of an invoice by itself, the panel says in its reader's language.
// English is what is stored; a key without Montenegrin words does not compile.

import { readSentences, SENTENCE_KEYS } from '@fiscal/domain';
import { expect, test } from '@jest/globals';
import { MONTENEGRIN } from '../../../apps/admin/src/components/sentences/montenegrin.ts';
import { wordsOf } from '../../../apps/admin/src/components/sentences/words-of.ts';
import { messages } from '../../../apps/admin/src/messages/failed-work.ts';
import { REMEDIES } from '../../../packages/domain/src/remedy.ts';
import { SENTENCES } from '../../../packages/domain/src/sentences.ts';
import { sentenceIn } from './texts.ts';

const namesIn = (text: string) => new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(String));
const templates = Object.entries(SENTENCES).map(([key, english]) => ({
  key: key as keyof typeof SENTENCES,
  english,
}));

test.each(templates)('$key has words in both languages, with the same values', (template) => {
  const { key, english } = template;
  const montenegrin: string = MONTENEGRIN[key];
  expect(montenegrin.trim()).not.toBe('');
  expect(montenegrin).not.toBe(english);
  expect(namesIn(montenegrin)).toEqual(namesIn(english));
});

test('there are words for every key, and for no other', () => {
  const remedies = Object.keys(REMEDIES).map((key) => `remedy.${key}`);
  expect([...Object.keys(MONTENEGRIN), ...remedies].sort()).toEqual([...SENTENCE_KEYS].sort());
  expect(sentenceIn('me', REMEDIES.correctData)).toBe(messages.remedy.correctData[0]);
});

test.each([
  [
    'The tax authority did not reply: No complete reply within 5000 ms.',
    'Poreska uprava nije odgovorila: Cio odgovor nije stigao za 5000 ms.',
  ],
  [
    'The clock of the worker is 7 s ahead of the clock of the database. Nothing is signed until it is set right.',
    'Sat radnika je 7 s ispred sata baze podataka. Ništa se ne potpisuje dok se ne podesi.',
  ],
  [
    'The lines of the rate 21 % take back more than was sold: 12.10 without VAT, of which 1034.00 is left.',
    'Stavke po stopi 21 % vraćaju više nego što je prodato: 12,10 bez PDV-a, a ostalo je 1.034,00.',
  ],
  ["buyer is not the original's: it has none", 'Kupac nije onaj sa originala: nema ga.'],
  [
    'The tax authority refused the invoice (code 11): The certificate has expired.',
    'Poreska uprava je odbila račun (šifra 11): The certificate has expired.',
  ],
])('%s', (english, montenegrin) => {
  expect(sentenceIn('me', english)).toBe(montenegrin);
  expect(sentenceIn('en', english)).toBe(english);
});

test('a text that is not among the sentences of its response has no words', () => {
  const text = 'The certificate has expired.';
  expect(wordsOf([], text)).toBeNull();
  expect(wordsOf([{ text, said: readSentences(text)! }], 'TCR is not valid')).toBeNull();
});
