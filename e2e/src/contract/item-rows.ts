// Spec, Item and Buyer; decisions §4: every row of the two tables. A declared table: it runs
// nothing.

import { BUYER } from '../service/running-service.ts';
import { withItem } from './rows.ts';
import type { AcceptedRow, RefusedRow } from './rows.ts';

const ITEM = 'Spec, Item';
const FIELD = 'Spec, Buyer';

const first = (change: object) => ({ invoiceData: { items: [change] } });
/** The item comes back as it was sent. */
const kept = (clause: string, sent: object): AcceptedRow => ({
  clause,
  change: withItem(sent),
  record: first(sent),
});

/** Items that must be stored. */
export const ACCEPTED_ITEMS: readonly AcceptedRow[] = [
  kept(`${ITEM}: name`, { name: 'Šećer' }),
  {
    clause: 'Decisions §4: a name of 200 characters, with a warning that the XML has the first 50',
    change: withItem({ name: 'č'.repeat(200) }),
    record: {
      warnings: ['items[0].name is longer than 50 characters; the authority receives the first 50'],
    },
  },
  kept(`${ITEM}: code`, { code: 'K-7' }),
  { clause: `${ITEM}: code is optional`, change: withItem({}), record: first({ name: 'Kafa' }) },
  kept(`${ITEM}: unit`, { unit: 'kg' }),
  ...['code', 'unit'].flatMap((field) =>
    ['', ' ', null].map((value) => {
      const clause = `Decisions §3: ${field} ${JSON.stringify(value)} comes back exactly as it was sent`;
      return kept(clause, { [field]: value });
    }),
  ),
  kept(`${ITEM}: unitPrice with 4 decimals`, { unitPrice: 1.2345 }),
  kept(`${ITEM}: unitPrice 0`, { unitPrice: 0 }),
  kept(`${ITEM}: quantity with 3 decimals`, { quantity: 0.125 }),
  ...[21, 15, 7, 0].map((rate) => ({
    clause: `${ITEM}: vat.rate ${rate} percent`,
    change: withItem({ vat: { rate } }),
    record: { vatBreakdown: [{ rate, items: 1, base: 10, vat: rate / 10 }] },
  })),
  ...[0, 33.3333, 100].map((rebatePercentage) =>
    kept(`${ITEM}: rebatePercentage ${rebatePercentage}`, { rebatePercentage }),
  ),
  ...[true, false].map((rebateReducingBase) => ({
    clause: `${ITEM}: rebateReducingBase ${rebateReducingBase}`,
    change: withItem({ rebatePercentage: 10, rebateReducingBase }),
    record: first({ rebateReducingBase }),
  })),
];

/** One row for each field and value; the clause says what is wrong with the field. */
const refused = (
  values: Record<string, unknown>,
  code: string,
  clauseOf: (field: string) => string,
): RefusedRow[] =>
  Object.entries(values).map(([field, value]) => ({
    clause: clauseOf(field),
    change: withItem({ [field]: value }),
    path: `items[0].${field}`,
    code,
  }));
const all = (fields: string, value?: unknown) =>
  Object.fromEntries(fields.split(' ').map((field) => [field, value]));
const refusedRate = (vat: object, code: string, clause: string): RefusedRow => ({
  clause,
  change: withItem({ vat }),
  path: 'items[0].vat.rate',
  code,
});
const long = (lengths: Record<string, number>) =>
  Object.fromEntries(Object.entries(lengths).map(([field, length]) => [field, 'x'.repeat(length)]));
const LONGEST = { name: 201, code: 51, unit: 51 };

/** Items that must be refused. */
export const REFUSED_ITEMS: readonly RefusedRow[] = [
  ...refused(
    all('name unitPrice quantity vat'),
    'FIELD_REQUIRED',
    (field) => `${ITEM}: ${field} is required`,
  ),
  refusedRate({}, 'FIELD_REQUIRED', `${ITEM}: vat.rate is required`),
  ...refused(
    all('unitPrice quantity rebatePercentage', '1'),
    'FIELD_TYPE_INVALID',
    (field) => `${ITEM}: ${field} is a number`,
  ),
  ...refused(
    all('name code unit', 7),
    'FIELD_TYPE_INVALID',
    (field) => `${ITEM}: ${field} is a string`,
  ),
  refusedRate({ rate: '21' }, 'FIELD_TYPE_INVALID', `${ITEM}: vat.rate is a number`),
  ...refused(
    { rebateReducingBase: 'yes' },
    'FIELD_TYPE_INVALID',
    (field) => `${ITEM}: ${field} is a boolean`,
  ),
  ...refused({ name: '  ' }, 'TEXT_EMPTY', () => `${ITEM}: name is not empty`),
  ...refused(
    all('name code unit', '\u200B\u2060'),
    'TEXT_EMPTY',
    (field) => `Decisions §4: a ${field} without a visible character`,
  ),
  ...refused(
    long(LONGEST),
    'TEXT_TOO_LONG',
    (field) => `Decisions §4: ${field} of ${LONGEST[field as 'name']} characters`,
  ),
  ...refused(
    all('name code unit', 'a\u0000b'),
    'CONTROL_CHARACTER',
    (field) => `Decisions §4: control characters in ${field}`,
  ),
  ...refused(
    { unitPrice: 1.23456, quantity: 1.2345, rebatePercentage: 1.23456 },
    'TOO_MANY_DECIMALS',
    (field) => `Decisions §4: ${field} has too many decimals`,
  ),
  ...refused(
    all('unitPrice quantity', 1e10),
    'AMOUNT_TOO_LARGE',
    (field) => `Decisions §4: ${field} below 10^10`,
  ),
  ...[-0.0001, 100.0001].flatMap((rebatePercentage) =>
    refused(
      { rebatePercentage },
      'PERCENTAGE_OUT_OF_RANGE',
      () => `Decisions §4: rebatePercentage ${rebatePercentage}`,
    ),
  ),
  ...[20, 21.5, -7].map((rate) =>
    refusedRate(
      { rate },
      'VAT_RATE_NOT_ALLOWED',
      `Decisions §4: vat.rate ${rate} is not configured`,
    ),
  ),
  ...['Invoice', 'Advance'].flatMap((type) => [
    {
      clause: `Decisions §4: a negative unitPrice on an ${type}`,
      change: { type, ...withItem({ unitPrice: -1 }) },
      path: 'items[0].unitPrice',
      code: 'NEGATIVE_NOT_ALLOWED',
    },
    ...[-1, 0].map((quantity) => ({
      clause: `Decisions §4: a quantity of ${quantity} on an ${type}`,
      change: { type, ...withItem({ quantity }) },
      path: 'items[0].quantity',
      code: 'QUANTITY_NOT_POSITIVE',
    })),
  ]),
];

const buyer = (change: object) => ({ buyer: { ...BUYER, ...change } });
const keptBuyer = (clause: string, sent: object): AcceptedRow => ({
  clause,
  change: buyer(sent),
  record: { buyer: sent },
});

/** Buyers that must be stored. */
export const ACCEPTED_BUYERS: readonly AcceptedRow[] = [
  { clause: `${FIELD}: idType TIN with 8 digits`, change: buyer({ idNumber: '02345678' }) },
  { clause: `${FIELD}: idType TIN with 13 digits`, change: buyer({ idNumber: '0101990210017' }) },
  ...['ID', 'PASS', 'VAT', 'TAX', 'SOC'].map((idType) =>
    keptBuyer(`Decisions §4: idType ${idType}`, { idType, idNumber: 'AB-123' }),
  ),
  keptBuyer(`${FIELD}: name`, { name: 'Čedo' }),
  keptBuyer(`${FIELD}: address, city and country`, {
    address: 'Ulica 2',
    city: 'Beograd',
    country: 'SRB',
  }),
  {
    clause: 'Decisions §4: XKX is taken as RKS',
    change: buyer({ idType: 'TAX', idNumber: '811234567', country: 'XKX' }),
    record: { buyer: { country: 'RKS' } },
  },
  {
    clause: `Decisions §4: the longest texts of a buyer`,
    change: buyer({ name: 'n'.repeat(400), address: 'a'.repeat(200), city: 'c'.repeat(100) }),
  },
];

const refusedBuyer = (clause: string, field: string, value: unknown, code: string): RefusedRow => ({
  clause,
  change: buyer({ [field]: value }),
  path: `buyer.${field}`,
  code,
});

/** Buyers that must be refused. */
export const REFUSED_BUYERS: readonly RefusedRow[] = [
  ...['idType', 'idNumber', 'name'].map((field) =>
    refusedBuyer(`Decisions §4: a buyer needs ${field}`, field, undefined, 'FIELD_REQUIRED'),
  ),
  refusedBuyer('Decisions §4: idType is one of the list', 'idType', 'PIB', 'VALUE_UNKNOWN'),
  ...['1234567', '123456789', '1234567A'].map((tin) =>
    refusedBuyer(`Decisions §4: ${tin} is no TIN`, 'idNumber', tin, 'BUYER_TIN_INVALID'),
  ),
  {
    clause:
      'Decisions §4: an identifier that is too long after transliteration is refused, not cut',
    change: buyer({ idType: 'VAT', idNumber: 'Đ'.repeat(11) }),
    path: 'buyer.idNumber',
    code: 'TEXT_TOO_LONG',
  },
  ...['ME', 'XYZ', 'mne'].map((country) => {
    const clause = `${FIELD}: country ${country} is no code of three letters`;
    return refusedBuyer(clause, 'country', country, 'COUNTRY_UNKNOWN');
  }),
  ...Object.entries({ name: 401, address: 201, city: 101 }).map(([field, length]) => {
    const clause = `Decisions §4: buyer.${field} of ${length} characters`;
    return refusedBuyer(clause, field, 'x'.repeat(length), 'TEXT_TOO_LONG');
  }),
];
