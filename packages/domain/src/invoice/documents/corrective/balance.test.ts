import { describe, expect, test } from '@jest/globals';
import type { InvoiceItem, InvoiceRequest } from '../../invoice.ts';
import { computeInvoice } from '../../totals.ts';
import { computeCorrectable, warningsOfSale } from './balance.ts';
import type { DocumentInForce } from './balance.ts';
import { decideDocument, NO_RELATIONS, outdated } from '../decide-document.ts';

const NET = { pricesIncludeVat: false, isInVat: true };
const BUYER = { idType: 'TIN', idNumber: '02345678', name: 'Kupac' } as const;

const kafa: InvoiceItem = { name: 'Kafa', unitPrice: 2, quantity: 2, vat: { rate: 21 } };
const sir: InvoiceItem = { name: 'Sir', code: 'S', unitPrice: 10, quantity: 1, vat: { rate: 7 } };

const back = (item: InvoiceItem, quantity = item.quantity): InvoiceItem => ({
  ...item,
  unitPrice: -item.unitPrice,
  quantity: -quantity,
});

function requestOf(items: InvoiceItem[], change: Partial<InvoiceRequest> = {}): InvoiceRequest {
  return {
    type: 'Corrective',
    orderNumber: 0,
    typeOfInvoice: 'NonCash',
    paymentMethod: 'ACCOUNT',
    paymentDeadline: '2026-12-21T00:00:00Z',
    items,
    ...change,
  };
}

function soldAs(items: InvoiceItem[], change: Partial<InvoiceRequest> = {}): DocumentInForce {
  const request = requestOf(items, { type: 'Invoice', ...change });
  return { id: 'root', originalId: null, request, items, computed: computeInvoice(request, NET) };
}

/** Decides a corrective, and what is in force with it. */
function correct(
  documents: DocumentInForce[],
  items: InvoiceItem[],
  {
    originalId = 'root',
    isStrict = false,
    ...change
  }: Partial<InvoiceRequest> & {
    originalId?: string;
    isStrict?: boolean;
  } = {},
) {
  const request = requestOf(items, change);
  const relations = { ...NO_RELATIONS, documents };
  const decided = decideDocument({ request, originalId, context: NET }, relations, isStrict);
  const corrective = {
    id: `c${documents.length}`,
    originalId,
    request,
    items,
    computed: decided.computed,
  };
  return { ...decided, documents: [...documents, corrective] };
}

const leftOf = (documents: DocumentInForce[]) =>
  computeCorrectable(documents).items.map(({ invoiceId, line, index, quantity }) =>
    [invoiceId, line, index, quantity].join(' '),
  );

describe('what is left of a sale (extensions §1)', () => {
  test('is all of it while nothing was taken back', () => {
    expect(computeCorrectable([soldAs([kafa, sir])])).toEqual({
      total: '15.54',
      items: [
        { index: 0, invoiceId: 'root', line: 0, name: 'Kafa', quantity: '2' },
        { index: 1, invoiceId: 'root', line: 1, name: 'Sir', quantity: '1' },
      ],
    });
  });

  test('equal lines are used up in order', () => {
    const documents = [soldAs([kafa, sir, { ...kafa, quantity: 3 }])];
    const { documents: after } = correct(documents, [back(kafa, 2.5)]);
    expect(leftOf(after)).toEqual(['root 1 1 1', 'root 2 2 2.5']);
  });

  test('a re-issued line is left after those of the root, and equal ones are used up in order', () => {
    const cheaper = { ...kafa, unitPrice: 1.5 };
    const first = correct([soldAs([kafa, sir])], [back(kafa), { ...cheaper, quantity: 1 }]);
    const second = correct(first.documents, [{ ...cheaper, quantity: 1 }]);
    expect(leftOf(second.documents)).toEqual(['root 1 1 1', 'c1 1  1', 'c2 0  1']);
    const third = correct(second.documents, [back(cheaper, 1.25)]);
    expect(leftOf(third.documents)).toEqual(['root 1 1 1', 'c2 0  0.75']);
  });

  test('cancelling a corrective gives back what it took, also where other lines came meanwhile', () => {
    const first = correct([soldAs([kafa, sir])], [back(kafa)]);
    const second = correct(first.documents, [back(sir)]);
    expect(leftOf(second.documents)).toEqual([]);
    const given = correct(second.documents, [kafa], { originalId: 'c1' });
    expect(leftOf(given.documents)).toEqual(['root 0 0 2']);
    expect(computeCorrectable(given.documents).total).toBe('4.84');
  });

  test('is never below nothing, and holds where totals are zero', () => {
    const free = { ...kafa, unitPrice: 0 };
    const documents = [soldAs([free])];
    expect(leftOf(documents)).toEqual(['root 0 0 2']);
    const { documents: after } = correct(documents, [back(free, 200)]);
    expect(computeCorrectable(after)).toEqual({ total: '0.00', items: [] });
  });

  test('is nothing in euros where a cancellation did not carry the discount', () => {
    const { documents } = correct([soldAs([kafa], { discountAmount: 1 })], [back(kafa)]);
    expect(computeCorrectable(documents)).toEqual({ total: '0.00', items: [] });
  });
});

describe('a second full cancellation is always refused (ALREADY_CANCELLED)', () => {
  const cancelled = correct([soldAs([kafa, sir])], [back(kafa), back(sir)]);

  test('and names the corrective that took the last first', () => {
    const first = correct([soldAs([kafa, sir])], [back(kafa)]);
    const last = correct(first.documents, [back(sir)]);
    const again = correct(last.documents, [back(kafa), back(sir)]);
    expect(again.issues).toEqual([
      {
        code: 'ALREADY_CANCELLED',
        path: 'original.id',
        message:
          'Nothing is left of the original: it was cancelled in full by the corrective with the id c2.',
        correctives: ['c2', 'c1'],
      },
    ]);
  });

  test('where the total is zero, too', () => {
    const free = { ...kafa, unitPrice: 0 };
    const { documents } = correct([soldAs([free])], [back(free)]);
    expect(correct(documents, [back(free)]).issues).toMatchObject([{ code: 'ALREADY_CANCELLED' }]);
  });

  test('of a corrective as well, which is cancelled once', () => {
    const reversed = correct(cancelled.documents, [kafa, sir], { originalId: 'c1' });
    expect(reversed.issues).toEqual([]);
    const again = correct(reversed.documents, [kafa, sir], { originalId: 'c1' });
    expect(again.issues).toMatchObject([{ code: 'ALREADY_CANCELLED', correctives: ['c2'] }]);
  });

  test('but not once the first one was cancelled itself', () => {
    const reversed = correct(cancelled.documents, [kafa, sir], { originalId: 'c1' });
    expect(correct(reversed.documents, [back(kafa), back(sir)]).issues).toEqual([]);
  });

  test('nor where re-issued lines are left, or lines come anew, or not all are taken back', () => {
    const reissued = correct(cancelled.documents, [{ ...kafa, unitPrice: 1 }]);
    expect(correct(reissued.documents, [back(kafa), back(sir)]).issues).toEqual([]);
    const { documents } = cancelled;
    expect(correct(documents, [back(kafa), back(sir), { ...sir, code: 'T' }]).issues).toEqual([]);
    expect(correct(documents, [back(kafa)]).issues).toEqual([]);
  });
});

describe('taking back more than was sold (MORE_THAN_SOLD)', () => {
  const root = soldAs([kafa, sir]);

  test('is a warning, and refused where the company is strict, with what is left', () => {
    const { documents } = correct([root], [back(kafa, 1)]);
    const lax = correct(documents, [back(kafa)]);
    expect(lax.issues).toEqual([]);
    const message =
      'items[0].quantity takes back more than was sold: 2 of "Kafa", of which 1 is left';
    expect(lax.warnings).toEqual([message]);
    const strict = correct(documents, [back(kafa)], { isStrict: true });
    expect(strict.issues).toEqual([
      { code: 'MORE_THAN_SOLD', path: 'items[0].quantity', message: `${message}.`, left: 1 },
    ]);
  });

  test('counts all lines of the article, and those that are re-issued beside them', () => {
    const strict = { isStrict: true };
    expect(correct([root], [back(kafa, 1.5), back(kafa, 1)], strict).issues).toHaveLength(1);
    expect(correct([root], [back(kafa, 3), { ...kafa, quantity: 1 }], strict).issues).toEqual([]);
  });

  test('Extensions §5: 0 % and exempt lines of an article are told apart, and so are their bases', () => {
    const exempt = { ...sir, vat: { rate: 0, exemption: 'VAT_CL26' as const } };
    const other = { ...sir, vat: { rate: 0, exemption: 'VAT_CL44' as const } };
    const sold = [soldAs([exempt, other, { ...sir, vat: { rate: 0 } }])];
    expect(correct(sold, [back(exempt, 2)], { isStrict: true }).issues).toMatchObject([
      { code: 'MORE_THAN_SOLD', path: 'items[0].quantity', left: 1 },
    ]);
    const discount = { ...exempt, name: 'Popust', code: 'P', unitPrice: -15, quantity: -1 };
    expect(correct(sold, [discount], { isStrict: true }).issues).toMatchObject([
      {
        path: 'items',
        message:
          'The lines of the exemption VAT_CL26 take back more than was sold: 15.00 without VAT, ' +
          'of which 10.00 is left.',
      },
    ]);
    const cancelled = correct([soldAs([exempt], { discountAmount: 1 })], [back(exempt)]);
    expect(warningsOfSale(cancelled.documents)).toEqual([
      'more was taken back than was sold: 1.00 without VAT of the exemption VAT_CL26 too much',
    ]);
  });

  test('a line that was never sold is bounded by what is left of the base of its rate', () => {
    const strict = { isStrict: true };
    const rebate = { ...kafa, name: 'Naknadni popust', quantity: 1 };
    expect(correct([root], [back({ ...rebate, unitPrice: 4 })], strict).issues).toEqual([]);
    expect(correct([root], [back({ ...rebate, unitPrice: 12_100 })], strict).issues).toEqual([
      {
        code: 'MORE_THAN_SOLD',
        path: 'items',
        message:
          'The lines of the rate 21 % take back more than was sold: 12100.00 without VAT, of which ' +
          '4.00 is left.',
        left: 4,
      },
    ]);
    // A later discount leaves less for the lines themselves.
    const { documents } = correct([root], [back({ ...rebate, unitPrice: 1 })]);
    expect(correct(documents, [back(kafa)], strict).issues).toMatchObject([{ left: 3 }]);
  });
});

test('the record of a sale says what was taken back too much', () => {
  const root = soldAs([kafa, sir]);
  const { documents } = correct([root], [back(kafa)]);
  expect(warningsOfSale(documents)).toEqual([]);
  const more = correct(documents, [back(kafa, 198)]);
  expect(warningsOfSale(more.documents)).toEqual([
    'more was taken back than was sold: 198 of "Kafa" too much',
  ]);
  const discounted = soldAs([kafa], { discountAmount: 1 });
  const cancelled = correct([discounted], [back(kafa)]);
  expect(warningsOfSale(cancelled.documents)).toEqual([
    'more was taken back than was sold: 1.00 without VAT of the rate 21 % too much',
  ]);
});

describe('a warning', () => {
  test('names the discount that a cancellation of all lines does not carry', () => {
    const root = soldAs([{ ...kafa, unitPrice: 2.95, quantity: 2 }], { discountAmount: 1 });
    const items = [back(root.items[0]!)];
    expect(correct([root], items).warnings).toEqual([
      'the original was sold with a discountAmount of 1, which this cancellation of all its lines ' +
        'does not carry: it takes back 7.14 instead of 5.93',
    ]);
    expect(correct([root], items, { discountAmount: 1 }).warnings).toEqual([]);
  });

  test('names the buyer and the advance of the original where the corrective has others', () => {
    const advance = { paymentMethod: 'ADVANCE', advancePaymentIic: 'A'.repeat(32) } as const;
    const root = soldAs([kafa], { buyer: BUYER, ...advance });
    const said = (change: Partial<InvoiceRequest>) =>
      correct([root], [back(kafa, 1)], { ...advance, ...change }).warnings;
    expect(said({ buyer: BUYER })).toEqual([]);
    expect(said({})).toEqual([
      'the corrective has no buyer; the original was sold to TIN 02345678',
    ]);
    expect(said({ buyer: { ...BUYER, idNumber: '03456789' } })).toEqual([
      "buyer is not the original's: TIN 02345678",
    ]);
    expect(said({ buyer: BUYER, advancePaymentIic: 'B'.repeat(32) })).toEqual([
      `advancePaymentIic is not the original's: ${'A'.repeat(32)}`,
    ]);
    expect(correct([soldAs([kafa])], [back(kafa, 1)], { buyer: BUYER }).warnings).toEqual([
      "buyer is not the original's: it has none",
    ]);
  });
});

test('amounts that would be others by now are named (CORRECTIVE_OUTDATED)', () => {
  const third = { ...kafa, unitPrice: 0.125 };
  const root = soldAs([third]);
  const alone = correct([root], [back(third, 1)]);
  expect(outdated(alone.computed, alone.computed)).toBeNull();
  const later = correct(alone.documents, [back(third, 1)]);
  expect(outdated(alone.computed, later.computed)).toMatchObject({
    code: 'CORRECTIVE_OUTDATED',
    totals: { total: Number(later.computed.totals.total) },
  });
});
