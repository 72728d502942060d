// What the clients saw: every response that promised something. At the end it is compared with the
// rows and the authority's ledger.

import type { Body } from '../invoices.ts';

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
      note(order, `${init?.method} ${new Request(input).url}`, response.status, text);
      return new Response(text === '' ? null : text, response);
    } catch (error) {
      order.lost += 1;
      throw error;
    }
  };
}

function note(order: OrderHistory, call: string, status: number, text: string): void {
  if ((status >= 500 || status === 429) && !text.includes('"invoiceId"')) return;
  const body = JSON.parse(text) as Body;
  if (status < 300) {
    for (const record of (body.invoices ?? [body]) as Body[]) noteRecord(order, record);
  } else if (typeof body.invoiceId === 'string' && !('stored' in body)) {
    order.ids.add(body.invoiceId);
  } else if (status < 500) {
    order.surprises.push(`${call} was answered with ${status} ${text}`);
  }
}

/** Notes what a record says; a later one must never take back what was issued. */
function noteRecord(order: OrderHistory, record: Body): void {
  order.ids.add(String(record.id));
  if (record.status !== 'Fiscalized' && record.status !== 'Offline') return;
  const { iic, invoiceNumber } = record as { iic: string; invoiceNumber: string };
  const first = (order.issued ??= { iic, invoiceNumber });
  if (first.iic !== iic || first.invoiceNumber !== invoiceNumber) {
    const before = `${first.invoiceNumber} ${first.iic}`;
    order.surprises.push(`issued as ${before}, later ${invoiceNumber} ${iic}`);
  }
}
