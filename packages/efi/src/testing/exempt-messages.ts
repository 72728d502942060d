// Messages of exempt lines and exports (extensions §5), as the domain computes them.
import { computeInvoice, decideDocument, NO_RELATIONS, paymentsOf } from '@fiscal/domain';
import type { Buyer, DocumentInForce, InvoiceItem, InvoiceRequest } from '@fiscal/domain';
import type { InvoiceMessage } from '../messages/register-invoice-request.ts';
import { CASH_INVOICE, CORRECTIVE } from './messages.ts';

const CONTEXT = { isInVat: true, pricesIncludeVat: false };

const exam: InvoiceItem = {
  name: 'Pregled',
  unitPrice: 33.335,
  quantity: 3,
  vat: { rate: 0, exemption: 'VAT_CL26' },
};
const travel: InvoiceItem = {
  name: 'Aranzman',
  unitPrice: 100,
  quantity: 1,
  vat: { rate: 0, exemption: 'VAT_CL44' },
};
const book: InvoiceItem = { name: 'Knjiga', unitPrice: 7.5, quantity: 2, vat: { rate: 0 } };
const tea: InvoiceItem = { name: 'Caj', unitPrice: 2, quantity: 1, vat: { rate: 21 } };
const wine: InvoiceItem = {
  name: 'Vino',
  unitPrice: 12.345,
  quantity: 10,
  vat: { rate: 0 },
  isExport: true,
};
const advice: InvoiceItem = { ...wine, name: 'Savjet', vat: { rate: 0, exemption: 'VAT_CL30' } };

const BUYER: Buyer = {
  idType: 'VAT',
  idNumber: 'DE123456789',
  name: 'Weinhaus GmbH',
  address: 'Hauptstrasse 1',
  city: 'Berlin',
  country: 'DEU',
};

const back = (item: InvoiceItem, quantity: number): InvoiceItem => ({
  ...item,
  unitPrice: -item.unitPrice,
  quantity: -quantity,
});

function requestOf(items: InvoiceItem[], change: Partial<InvoiceRequest> = {}): InvoiceRequest {
  return {
    type: 'Invoice',
    orderNumber: 0,
    typeOfInvoice: 'Cash',
    paymentMethod: 'BANKNOTE',
    paymentDeadline: '2026-07-11T13:51:04Z',
    items,
    ...change,
  };
}

function messageOf(request: InvoiceRequest): InvoiceMessage {
  const computed = computeInvoice(request, CONTEXT);
  const payments = paymentsOf({ request, computed });
  return { ...CASH_INVOICE, buyer: request.buyer ?? null, computed, payments };
}

const MIXED = requestOf([exam, book, tea], { discountAmount: 1 });

/** Returns of MIXED, each beside those before it. */
function correctivesOf(returned: InvoiceItem[][]): InvoiceMessage[] {
  const documents: DocumentInForce[] = [
    {
      id: 'root',
      originalId: null,
      request: MIXED,
      items: MIXED.items,
      computed: computeInvoice(MIXED, CONTEXT),
    },
  ];
  return returned.map((items) => {
    const request = requestOf(items, { type: 'Corrective', discountAmount: 0.5 });
    const sent = { request, originalId: 'root', context: CONTEXT };
    const { computed, payments } = decideDocument(sent, { ...NO_RELATIONS, documents }, true);
    documents.push({ id: `c${documents.length}`, originalId: 'root', request, items, computed });
    return { ...CORRECTIVE, computed, payments };
  });
}

const [partial, last] = correctivesOf([
  [back(exam, 1), back(book, 1)],
  [back(exam, 2), back(book, 1), back(tea, 1)],
]);
if (partial === undefined || last === undefined) throw new Error('there are two correctives');

/** By the name of their golden file. */
export const EXEMPT_MESSAGES = {
  exempt: messageOf(requestOf([exam, travel])),
  'exempt-and-zero-rate': messageOf(MIXED),
  'exempt-partial-corrective': partial,
  'exempt-last-corrective': last,
  export: messageOf(requestOf([wine, advice, book, travel], { buyer: BUYER })),
} as const satisfies Record<string, InvoiceMessage>;
