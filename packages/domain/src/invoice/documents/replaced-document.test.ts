import { expect, test } from '@jest/globals';
import type { InvoiceRequest } from '../invoice.ts';
import { computeInvoice } from '../totals.ts';
import { decideDocument, NO_RELATIONS } from './decide-document.ts';
import type { ReplacedDocument } from './replaced-document.ts';

const CONTEXT = { pricesIncludeVat: true, isInVat: true };
const IIC = 'A'.repeat(32);
const item = { name: 'Kafa', unitPrice: 2, quantity: 3, vat: { rate: 21 } };
const sale: InvoiceRequest = {
  type: 'Invoice',
  orderNumber: 0,
  typeOfInvoice: 'Cash',
  paymentMethod: 'BANKNOTE',
  paymentDeadline: '2026-11-26T12:00:00Z',
  items: [item],
};

const documentOf = (id: string, originalId: string | null, request: InvoiceRequest) => ({
  id,
  originalId,
  request,
  items: request.items,
  computed: computeInvoice(request, CONTEXT),
});
const root = documentOf('root', null, sale);
const corrective = (id: string, originalId: string, quantity: number) =>
  documentOf(id, originalId, {
    ...sale,
    type: 'Corrective',
    items: [{ ...item, unitPrice: Math.sign(quantity) * 2, quantity }],
  });
const cancelled: ReplacedDocument = {
  id: 'root',
  status: 'Fiscalized',
  documents: [root, corrective('c', 'root', -3)],
  replacedBy: [],
};

const decided = (replaced: ReplacedDocument | null) =>
  decideDocument(
    { request: { ...sale, replaces: IIC }, originalId: null, context: CONTEXT },
    { ...NO_RELATIONS, replaced },
    false,
  );

test('Extensions §6: a document of which nothing is left is replaced without a word', () => {
  expect(decided(cancelled)).toMatchObject({ issues: [], warnings: [] });
  const inTwo = [root, corrective('a', 'root', -1), corrective('b', 'root', -2)];
  expect(decided({ ...cancelled, documents: inTwo }).issues).toEqual([]);
});

test.each<[string, ReplacedDocument | null, string]>([
  ['is not known', null, 'no invoice or advance of the company in this environment has it'],
  ['is a corrective', { ...cancelled, documents: [] }, 'no invoice or advance'],
  ['is Offline', { ...cancelled, status: 'Offline' }, 'that of root is Offline'],
  ['is whole', { ...cancelled, documents: [root] }, 'something is left of that of root'],
  [
    'was taken back in part',
    { ...cancelled, documents: [root, corrective('c', 'root', -2)] },
    'something is left',
  ],
  [
    'whose cancellation was cancelled',
    { ...cancelled, documents: [...cancelled.documents, corrective('d', 'c', 3)] },
    'something is left',
  ],
])('Extensions §6: one that %s is not replaced', (_clause, replaced, why) => {
  const { issues } = decided(replaced);
  expect(issues).toMatchObject([{ code: 'REPLACED_NOT_CANCELLED', path: 'replaces' }]);
  expect(issues[0]?.message).toContain(why);
});

test('Extensions §6: what another one replaces, too, is a warning', () => {
  expect(decided({ ...cancelled, replacedBy: ['first'] })).toMatchObject({
    issues: [],
    warnings: ['the document root is also replaced by first'],
  });
});
