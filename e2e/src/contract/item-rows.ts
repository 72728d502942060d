// Spec, Item and Buyer; decisions §4: every row of the two tables. A declared table: it runs nothing.

import { BUYER } from '../running-service.ts';
import { withItem } from './rows.ts';
import type { AcceptedRow, RefusedRow } from './rows.ts';

const ITEM = 'Spec, Item';
const FIELD = 'Spec, Buyer';

const item = (field: string, value: unknown) => withItem({ [field]: value });
const first = (change: object) => ({ invoiceData: { items: [change] } });

/** Items that must be stored. */
export const ACCEPTED_ITEMS: readonly AcceptedRow[] = [
  { clause: `${ITEM}: name`, change: item('name', 'Šećer'), record: first({ name: 'Šećer' }) },
  {
    clause: 'Decisions §4: a name of 200 characters, with a warning that the XML has the first 50',
    change: item('name', 'č'.repeat(200)),
    record: {
      warnings: ['items[0].name is longer than 50 characters; the authority receives the first 50'],
    },
  },
  { clause: `${ITEM}: code`, change: item('code', 'K-7'), record: first({ code: 'K-7' }) },
  { clause: `${ITEM}: code is optional`, change: withItem({}), record: first({ name: 'Kafa' }) },
  { clause: `${ITEM}: unit`, change: item('unit', 'kg'), record: first({ unit: 'kg' }) },
  ...(['code', 'unit'] as const).flatMap((field) =>
    ['', ' ', null].map((value) => ({
      clause: `Decisions §3: ${field} ${JSON.stringify(value)} comes back exactly as it was sent`,
      change: item(field, value),
      record: first({ [field]: value }),
    })),
  ),
  {
    clause: `${ITEM}: unitPrice with 4 decimals`,
    change: item('unitPrice', 1.2345),
    record: first({ unitPrice: 1.2345 }),
  },
  { clause: `${ITEM}: unitPrice 0`, change: item('unitPrice', 0), record: first({ unitPrice: 0 }) },
  {
    clause: `${ITEM}: quantity with 3 decimals`,
    change: item('quantity', 0.125),
    record: first({ quantity: 0.125 }),
  },
  ...[21, 15, 7, 0].map((rate) => ({
    clause: `${ITEM}: vat.rate ${rate} percent`,
    change: item('vat', { rate }),
    record: { vatBreakdown: [{ rate, items: 1, base: 10, vat: rate / 10 }] },
  })),
  ...[0, 33.3333, 100].map((rebatePercentage) => ({
    clause: `${ITEM}: rebatePercentage ${rebatePercentage}`,
    change: item('rebatePercentage', rebatePercentage),
    record: first({ rebatePercentage }),
  })),
  ...[true, false].map((rebateReducingBase) => ({
    clause: `${ITEM}: rebateReducingBase ${rebateReducingBase}`,
    change: withItem({ rebatePercentage: 10, rebateReducingBase }),
    record: first({ rebateReducingBase }),
  })),
];

const NUMBERS = ['unitPrice', 'quantity', 'rebatePercentage'] as const;

/** Items that must be refused. */
export const REFUSED_ITEMS: readonly RefusedRow[] = [
  ...(['name', 'unitPrice', 'quantity', 'vat'] as const).map((field) => ({
    clause: `${ITEM}: ${field} is required`,
    change: item(field, undefined),
    path: `items[0].${field}`,
    code: 'FIELD_REQUIRED',
  })),
  {
    clause: `${ITEM}: vat.rate is required`,
    change: item('vat', {}),
    path: 'items[0].vat.rate',
    code: 'FIELD_REQUIRED',
  },
  ...NUMBERS.map((field) => ({
    clause: `${ITEM}: ${field} is a number`,
    change: item(field, '1'),
    path: `items[0].${field}`,
    code: 'FIELD_TYPE_INVALID',
  })),
  ...(['name', 'code', 'unit'] as const).map((field) => ({
    clause: `${ITEM}: ${field} is a string`,
    change: item(field, 7),
    path: `items[0].${field}`,
    code: 'FIELD_TYPE_INVALID',
  })),
  {
    clause: `${ITEM}: vat.rate is a number`,
    change: item('vat', { rate: '21' }),
    path: 'items[0].vat.rate',
    code: 'FIELD_TYPE_INVALID',
  },
  {
    clause: `${ITEM}: rebateReducingBase is a boolean`,
    change: item('rebateReducingBase', 'yes'),
    path: 'items[0].rebateReducingBase',
    code: 'FIELD_TYPE_INVALID',
  },
  {
    clause: `${ITEM}: name is not empty`,
    change: item('name', '  '),
    path: 'items[0].name',
    code: 'TEXT_EMPTY',
  },
  ...(['name', 'code', 'unit'] as const).map((field) => ({
    clause: `Decisions §4: a ${field} without a visible character`,
    change: item(field, '\u200B\u2060'),
    path: `items[0].${field}`,
    code: 'TEXT_EMPTY',
  })),
  ...(
    [
      ['name', 201],
      ['code', 51],
      ['unit', 51],
    ] as const
  ).map(([field, length]) => ({
    clause: `Decisions §4: ${field} of ${length} characters`,
    change: item(field, 'x'.repeat(length)),
    path: `items[0].${field}`,
    code: 'TEXT_TOO_LONG',
  })),
  ...(['name', 'code', 'unit'] as const).map((field) => ({
    clause: `Decisions §4: control characters in ${field}`,
    change: item(field, 'a\u0000b'),
    path: `items[0].${field}`,
    code: 'CONTROL_CHARACTER',
  })),
  ...(
    [
      ['unitPrice', 1.23456],
      ['quantity', 1.2345],
      ['rebatePercentage', 1.23456],
    ] as const
  ).map(([field, value]) => ({
    clause: `Decisions §4: ${field} has too many decimals`,
    change: item(field, value),
    path: `items[0].${field}`,
    code: 'TOO_MANY_DECIMALS',
  })),
  ...(['unitPrice', 'quantity'] as const).map((field) => ({
    clause: `Decisions §4: ${field} below 10^10`,
    change: item(field, 1e10),
    path: `items[0].${field}`,
    code: 'AMOUNT_TOO_LARGE',
  })),
  ...[-0.0001, 100.0001].map((rebatePercentage) => ({
    clause: `Decisions §4: rebatePercentage ${rebatePercentage}`,
    change: item('rebatePercentage', rebatePercentage),
    path: 'items[0].rebatePercentage',
    code: 'PERCENTAGE_OUT_OF_RANGE',
  })),
  ...[20, 21.5, -7].map((rate) => ({
    clause: `Decisions §4: vat.rate ${rate} is not configured`,
    change: item('vat', { rate }),
    path: 'items[0].vat.rate',
    code: 'VAT_RATE_NOT_ALLOWED',
  })),
  ...(['Invoice', 'Advance'] as const).flatMap((type) => [
    {
      clause: `Decisions §4: a negative unitPrice on an ${type}`,
      change: { type, ...item('unitPrice', -1) },
      path: 'items[0].unitPrice',
      code: 'NEGATIVE_NOT_ALLOWED',
    },
    ...[-1, 0].map((quantity) => ({
      clause: `Decisions §4: a quantity of ${quantity} on an ${type}`,
      change: { type, ...item('quantity', quantity) },
      path: 'items[0].quantity',
      code: 'QUANTITY_NOT_POSITIVE',
    })),
  ]),
];

const buyer = (change: object) => ({ buyer: { ...BUYER, ...change } });

/** Buyers that must be stored. */
export const ACCEPTED_BUYERS: readonly AcceptedRow[] = [
  { clause: `${FIELD}: idType TIN with 8 digits`, change: buyer({ idNumber: '02345678' }) },
  { clause: `${FIELD}: idType TIN with 13 digits`, change: buyer({ idNumber: '0101990210017' }) },
  ...['ID', 'PASS', 'VAT', 'TAX', 'SOC'].map((idType) => ({
    clause: `Decisions §4: idType ${idType}`,
    change: buyer({ idType, idNumber: 'AB-123' }),
    record: { buyer: { idType, idNumber: 'AB-123' } },
  })),
  {
    clause: `${FIELD}: name`,
    change: buyer({ name: 'Čedo' }),
    record: { buyer: { name: 'Čedo' } },
  },
  {
    clause: `${FIELD}: address, city and country`,
    change: buyer({ address: 'Ulica 2', city: 'Beograd', country: 'SRB' }),
    record: { buyer: { address: 'Ulica 2', city: 'Beograd', country: 'SRB' } },
  },
  {
    clause: `Decisions §4: the longest texts of a buyer`,
    change: buyer({ name: 'n'.repeat(400), address: 'a'.repeat(200), city: 'c'.repeat(100) }),
  },
];

/** Buyers that must be refused. */
export const REFUSED_BUYERS: readonly RefusedRow[] = [
  ...['idType', 'idNumber', 'name'].map((field) => ({
    clause: `Decisions §4: a buyer needs ${field}`,
    change: buyer({ [field]: undefined }),
    path: `buyer.${field}`,
    code: 'FIELD_REQUIRED',
  })),
  {
    clause: 'Decisions §4: idType is one of the list',
    change: buyer({ idType: 'PIB' }),
    path: 'buyer.idType',
    code: 'VALUE_UNKNOWN',
  },
  ...['1234567', '123456789', '1234567A'].map((idNumber) => ({
    clause: `Decisions §4: ${idNumber} is no TIN`,
    change: buyer({ idNumber }),
    path: 'buyer.idNumber',
    code: 'BUYER_TIN_INVALID',
  })),
  ...(['ME', 'XYZ', 'mne'] as const).map((country) => ({
    clause: `${FIELD}: country ${country} is no code of three letters`,
    change: buyer({ country }),
    path: 'buyer.country',
    code: 'COUNTRY_UNKNOWN',
  })),
  ...(
    [
      ['name', 401],
      ['address', 201],
      ['city', 101],
    ] as const
  ).map(([field, length]) => ({
    clause: `Decisions §4: buyer.${field} of ${length} characters`,
    change: buyer({ [field]: 'x'.repeat(length) }),
    path: `buyer.${field}`,
    code: 'TEXT_TOO_LONG',
  })),
];
