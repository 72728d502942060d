import { describe, expect, test } from '@jest/globals';
import { differencesFrom, repeatableCall, validateExternalId } from './external-id.ts';
import type { PartialInvoice } from './partial-invoice.ts';

describe('a call with an external id', () => {
  const items = [{ name: 'Kafa', unitPrice: 1.2, quantity: 2, vat: { rate: 21 } }];
  const sale: PartialInvoice = {
    type: 'Invoice',
    orderNumber: 0,
    typeOfInvoice: 'Cash',
    paymentMethod: 'BANKNOTE',
    paymentDeadline: '2026-07-11T15:51:04Z',
    items,
    externalId: 'K1-2026-000123',
  };

  test('is the same whatever the order of its fields, and whatever is absent or null', () => {
    const reversed = Object.fromEntries(Object.entries(sale).toReversed());
    const again: PartialInvoice = { ...reversed, buyer: null };
    expect(repeatableCall(again)?.content).toBe(repeatableCall(sale)?.content);
    expect(repeatableCall(sale)?.content).not.toContain('K1-2026-000123');
  });

  test('says the same in every release: its digest is stored', () => {
    expect(repeatableCall({ ...sale, items: [{ ...items[0], code: null }] })?.content).toBe(
      '{"type":"Invoice","orderNumber":0,"typeOfInvoice":"Cash","paymentMethod":"BANKNOTE",' +
        '"paymentDeadline":"2026-07-11T15:51:04Z","items":[{"name":"Kafa","unitPrice":1.2,' +
        '"quantity":2,"vat":{"rate":21}}]}',
    );
  });

  test('is the same in any form of Unicode', () => {
    const note = 'Račun č';
    const composed = repeatableCall({ ...sale, note, externalId: 'č1' });
    const decomposed = { ...sale, note: note.normalize('NFD'), externalId: 'č1'.normalize('NFD') };
    const { externalId, content } = repeatableCall(decomposed)!;
    expect([externalId, content]).toEqual([composed?.externalId, composed?.content]);
  });

  test('is another one where any value differs, and each path is named', () => {
    const other = {
      ...sale,
      note: 'x',
      items: items.map((item) => ({ ...item, quantity: item.quantity + 1 })),
    };
    expect(repeatableCall(other)?.content).not.toBe(repeatableCall(sale)?.content);
    expect(differencesFrom(sale, other)).toEqual(['items[0].quantity', 'note']);
    expect(differencesFrom(sale, { ...sale, externalId: 'another' })).toEqual([]);
  });

  test('names at most twenty differences', () => {
    const many = { ...sale, items: Array.from({ length: 30 }, () => items[0]) };
    expect(differencesFrom(sale, many)).toHaveLength(20);
  });

  test.each([
    ['', 'TEXT_EMPTY'],
    ['   ', 'TEXT_EMPTY'],
    ['\u200b', 'TEXT_EMPTY'],
    ['a\nb', 'CONTROL_CHARACTER'],
    ['a'.repeat(101), 'TEXT_TOO_LONG'],
  ])('is refused with the id %j: %s', (externalId, code) => {
    expect(validateExternalId(externalId).map((issue) => issue.code)).toEqual([code]);
    expect(repeatableCall({ ...sale, externalId })).toBeNull();
  });
});
