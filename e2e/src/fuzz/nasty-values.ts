// Values that have broken services before. A declared table: it runs nothing.

/** Text that is written into the JSON as it stands, without quotes. */
export const raw = (text: string): string => `@@${text}@@`;

/** Puts the marked texts of a JSON document in without their quotes. */
export const withRawTexts = (json: string): string => json.replaceAll(/"@@([^@]*)@@"/g, '$1');

/** A value that nests so deep. */
export const nested = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth);

export const NASTY_NUMBERS: readonly (number | string)[] = [
  0,
  -0,
  -1,
  1,
  0.1,
  1.005,
  1e-7,
  1e-10,
  9_999_999_999.9999,
  1e10,
  1e15,
  1e16,
  1e21,
  1e308,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  Number.MIN_VALUE,
  2 ** 31,
  2 ** 63,
  ...['1e400', '-1e400', '-0.0', '00', '0x10', '1.', '.5', '+1', 'NaN', 'Infinity', '1_000'].map(
    raw,
  ),
  ...['0.1'.padEnd(400, '0'), '9'.repeat(400), '1e-400', '123456789012345678901234567890.1234'].map(
    raw,
  ),
];

export const NASTY_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0007\u001b[31m',
  '\r\nSet-Cookie: x=1',
  '\t',
  '\ufeff',
  '\uffff',
  '\ufffe',
  '\ud800',
  '\udc00\ud800',
  '\u202e\u2066txt',
  'c\u030c'.repeat(300),
  '\u0300'.repeat(500),
  '😀'.repeat(200),
  '👨‍👩‍👧‍👦',
  '𝕂𝕒𝕗𝕒',
  'Šćepan Đukić',
  'Ђорђе',
  'قهوة',
  'ﷺ'.repeat(50),
  'İıſK',
  '<script>alert(1)</script>',
  ']]>',
  '&#0;',
  "'; drop table invoice; --",
  '${7*7}',
  '%00%ff%s%n',
  '../../etc/passwd',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'x'.repeat(201),
  'x'.repeat(5_000),
  '0'.repeat(32),
  'A'.repeat(32),
  '2026-11-21T10:00:00Z',
  '2026-02-30T10:00:00Z',
  '0000-00-00T00:00:00Z',
  '9999-12-31T23:59:59.999999999+14:00',
  '-271821-04-20T00:00:00Z',
  '2026-11-21T10:00:00+99:99',
];

export const NASTY_STRUCTURES: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[[[]]]],
  { length: 3 },
  { toString: null, valueOf: 'x' },
  { then: 'x' },
  { rate: { rate: 21 } },
  Array.from({ length: 2_000 }, () => null),
  raw(nested('[', ']', 5_000)),
  raw(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
];

const NASTY_IICS = [
  '0'.repeat(32),
  'a'.repeat(32),
  'A'.repeat(31),
  'A'.repeat(33),
  `${'A'.repeat(31)}G`,
  `${'A'.repeat(32)}\n`,
  ['A'.repeat(32)],
];

const LENGTHS = [1, 100, 101];
const LETTERS = ['x', 'č', '😀', 'c\u030c'];

/** By field: what is nearly right. */
export const NASTY_FIELDS: Readonly<Record<string, readonly unknown[]>> = {
  externalId: LENGTHS.flatMap((length) => LETTERS.map((letter) => letter.repeat(length))).concat(
    NASTY_TEXTS,
    'K-1\n',
    'K\u200b-1',
    '\u2800',
  ),
  taxPeriod: '00/2026 13/2026 1/2026 11/26 11-2026 2026/11 11/20260 01/9999 01/0000 ١١/٢٠٢٦'
    .split(' ')
    .concat(' 11/2026', '11/2026\n'),
  replaces: NASTY_IICS,
  advancePaymentIic: NASTY_IICS,
  operatorName: NASTY_TEXTS.concat('Ana', 'Ana Petrovic', 'Аna Petrović', 'Ivo Ilić'),
  payments: [null, [], {}, 'CARD', [null], [[]], { 0: { method: 'CARD', amount: 1 }, length: 1 }],
};

const PART = { method: 'BUSINESSCARD', amount: 0.01 };
const BY_ADVANCE = { method: 'ADVANCE', amount: 0.01 };

/** What may not stand beside the payments of an invoice, though the sum may be right. */
export const NASTY_PAYMENTS: readonly (readonly (typeof PART & object)[])[] = [
  Array.from({ length: 10 }, () => PART),
  ...[0, -0, -0.01, 0.005, 1e-7, 1e10].map((amount) => [{ ...PART, amount }]),
  ...['ORDER', 'SVOUCHER', 'COMPANY', 'businesscard', 'BusinessCard', 'OTHER_CASH', ''].map(
    (method) => [{ ...PART, method }],
  ),
  [BY_ADVANCE],
  [BY_ADVANCE, BY_ADVANCE],
  ...NASTY_IICS.map((advancePaymentIic) => [{ ...BY_ADVANCE, advancePaymentIic }]),
];

export const NASTY_VAT: readonly unknown[] = [
  { rate: 21, exemption: 'VAT_CL26' },
  { rate: 1e-7, exemption: 'VAT_CL26' },
  { rate: null, exemption: 'VAT_CL26' },
  { exemption: 'VAT_CL26' },
  ...['vat_cl26', 'VAT_CL25', 'VAT_CL', 'CL26', '', 26, null, ['VAT_CL26'], '__proto__'].map(
    (exemption) => ({ rate: 0, exemption }),
  ),
];

/** Names of fields that are more than names in JavaScript, and some that are nearly ours. */
export const NASTY_NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'toJSON',
  'then',
  'length',
  '__defineGetter__',
  '',
  '\u0000',
  'Type',
  'type ',
  'items[0]',
  'vat.rate',
  '\ud800',
  'x'.repeat(2_000),
];
