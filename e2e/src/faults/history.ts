// What the clients saw: every response that promised something. At the end it is compared with the
// rows and the authority's ledger.

import type { Body } from '../service/invoices.ts';

/** One order as its client saw it. */
export interface OrderHistory {
  note: string;
  /** Every id that a response gave for it. More than one is a sale that was stored twice. */
  ids: Set<string>;
  /** How many responses did not come. */
  lost: number;
  /** What was issued to the customer first. */
  issued: { iic: string; invoiceNumber: string } | null;
  /** Responses that no good client should get. */
  surprises: string[];
}

/** @returns a `fetch` that notes every response about the order, and each that did not come. */
export function notingFetch(order: OrderHistory): typeof fetch {
  return async (input, init) => {
    try {
      const response = await fetch(input, init);
      // The whole body, so that one which breaks off is lost as well.
      const text = await response.text();
      const what = `${init?.method} ${new Request(input).url}: ${response.status} ${text}`;
      if (!isExpected(order, response.status, text)) order.surprises.push(what);
      return new Response(text === '' ? null : text, response);
    } catch (error) {
      order.lost += 1;
      throw error;
    }
  };
}

/** Notes what a response says. @returns false if a good client should not get it */
function isExpected(order: OrderHistory, status: number, text: string): boolean {
  if ((status >= 500 || status === 429) && !text.includes('"invoiceId"')) return true;
  const body = JSON.parse(text) as Body;
  const records = (body.invoices ?? [body]) as Body[];
  if (status < 300) return records.every((record) => isSteady(order, record));
  // With 409 another call has the id of the order: every client sends its orders as they are.
  const isStored = typeof body.invoiceId === 'string' && !('stored' in body) && status !== 409;
  if (isStored) order.ids.add(body.invoiceId);
  return isStored || status >= 500;
}

/** Notes what a record says. @returns false if it takes back what was issued before */
function isSteady(order: OrderHistory, { id, status, iic, invoiceNumber }: Body): boolean {
  order.ids.add(String(id));
  if (status !== 'Fiscalized' && status !== 'Offline') return true;
  const first = (order.issued ??= { iic, invoiceNumber });
  return first.iic === iic && first.invoiceNumber === invoiceNumber;
}
