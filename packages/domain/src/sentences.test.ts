import { describe, expect, test } from '@jest/globals';
import { REMEDIES } from './remedy.ts';
import { readSentences, sentence, SENTENCE_KEYS, SENTENCES } from './sentences.ts';

/** What is written with a value for each name; a remedy has none. */
function sample(key: (typeof SENTENCE_KEYS)[number]): string {
  if (key.startsWith('remedy.')) return REMEDIES[key.slice(7) as keyof typeof REMEDIES];
  const text = SENTENCES[key as keyof typeof SENTENCES];
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => `<${name} 7.50 "x">`);
}

const valuesOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<(\w+) 7\.50 "x">/g)].map(([value, name]) => [name, value]),
  );

/** Never alone, and two remedies that are one sentence. */
const READ_OTHERWISE = [
  'ahead',
  'behind',
  'atRate',
  'ofExemption',
  'itHasNone',
  'remedy.registerCodes',
];

test.each(SENTENCE_KEYS.filter((key) => !READ_OTHERWISE.includes(key)))(
  '%s is read back from its text, with its values, and is no other sentence',
  (key) => {
    const text = sample(key);
    expect(readSentences(text)).toEqual([{ key, values: valuesOf(text), parts: {} }]);
  },
);

describe('a text', () => {
  test('of several sentences is read one by one', () => {
    const first = sentence('originalType', { typeOfInvoice: 'Cash' });
    const second = sentence('moreInAll', { amount: '12.10', left: '4.00' });
    expect(readSentences(`${first} ${second}`)?.map(({ key }) => key)).toEqual([
      'originalType',
      'moreInAll',
    ]);
  });

  test('has what its parts say', () => {
    const why = sentence('replyTimeout', { ms: 5000 });
    expect(readSentences(sentence('unavailable', { why }))).toEqual([
      {
        key: 'unavailable',
        values: { why },
        parts: { why: { key: 'replyTimeout', values: { ms: '5000' } } },
      },
    ]);
  });

  test('keeps the words of the authority and of a shop as they are, also where they look like ours', () => {
    const efiMessage = SENTENCES.certificateExpired;
    const [read] = readSentences(sentence('refusedInvoice', { efiCode: 11, efiMessage })) ?? [];
    expect(read).toMatchObject({ values: { efiMessage }, parts: {} });
    const named = { quantity: '2', name: 'behind' };
    expect(readSentences(sentence('tookMoreOfItem', named))).toMatchObject([
      { values: named, parts: {} },
    ]);
  });

  test('is read as a warning, which has no full stop, and as far as it goes where it was cut', () => {
    const warning = sentence('moreThanAdvance', { amount: '2.00', left: '1.00' }).slice(0, -1);
    expect(readSentences(warning)).toMatchObject([{ key: 'moreThanAdvance' }]);
    expect(readSentences('note has letters that no font prints: "𐐀𐐁𐐂…')).toMatchObject([
      { key: 'textUnprinted', values: { path: 'note', written: '𐐀𐐁𐐂…' } },
    ]);
  });

  test.each(['', 'TCR is not valid', 'behind', 'Something else…', 'It broke. It did.'])(
    'of others is none: "%s"',
    (text) => {
      expect(readSentences(text)).toBeNull();
    },
  );
});
