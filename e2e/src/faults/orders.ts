// What the clients sell, from the seed alone: the same seed gives the same orders, whatever becomes
// of them.

import type { InvoiceRequest } from '@fiscal/client';
import { randomFrom, type Random } from '@fiscal/testbed/random';
import { BUYER } from '../service/invoices.ts';
import type { Run } from './run.ts';

/** One sale of one cash register. */
export interface Order {
  /** The client's own id of the sale, also in the note. */
  note: string;
  registerId: string;
  /** With a draft before it is issued, or without. */
  way: 'createDraft' | 'createAndPrint';
  /** The full cancellation of an earlier sale of the same register, where there is one. */
  isCorrective: boolean;
  /** Euros that leave the drawer after the sale, another amount each time; null: none. */
  takesOut: number | null;
  payload: InvoiceRequest;
}

/** Which orders, and how many; without end unless said otherwise. */
export interface OrderOptions {
  count?: number;
  /** Cash alone, in one step: for runs about deposits and midnight. */
  isCashOnly?: boolean;
  prefix?: string;
  /** The registers that sell; all of them unless said otherwise. */
  registers?: Run['registers'];
  /**
   * How many registers sell from the first order on; the others begin one after the other, so that
   * deposits are made during the whole run. All of them unless said otherwise.
   */
  openAtFirst?: number;
}

export function* ordersOf(run: Run, wanted: OrderOptions): Generator<Order> {
  const { seed } = run.options;
  const { count = Infinity, isCashOnly = false, prefix = 'N' } = wanted;
  const { registers = run.registers, openAtFirst = registers.length } = wanted;
  for (let index = 0; index < count; index += 1) {
    const random = randomFrom(seed * 1_000_003 + index);
    const isCash = isCashOnly || random.below(5) < 2;
    const note = `${prefix}-${seed}-${index + 1}`;
    const later = Math.floor((index * (registers.length - openAtFirst + 1)) / count);
    yield {
      note,
      registerId: registers[random.below(openAtFirst + later)]!.id,
      way: isCash && (isCashOnly || random.oneIn(2)) ? 'createAndPrint' : 'createDraft',
      isCorrective: !isCashOnly && random.oneIn(12),
      takesOut: index % 10 === 0 ? (index + 1) / 100 : null,
      payload: payloadOf(random, isCash, note),
    };
  }
}

const GOODS = ['Kafa', 'Šećer & „žuti“ čaj', 'Đevrek', 'Gorski vijenac', 'Ključ <12 mm>', 'Vino'];

function payloadOf(random: Random, isCash: boolean, note: string): InvoiceRequest {
  return {
    type: 'Invoice',
    orderNumber: 0,
    typeOfInvoice: isCash ? 'Cash' : 'NonCash',
    paymentMethod: random.pick(isCash ? ['BANKNOTE', 'CARD'] : ['ACCOUNT', 'FACTORING']),
    paymentDeadline: '2028-12-21T00:00:00Z',
    items: Array.from({ length: 1 + random.below(3) }, () => ({
      name: random.pick(GOODS),
      unit: 'kom',
      unitPrice: (1 + random.below(20_000)) / 100,
      quantity: 1 + random.below(5),
      vat: { rate: random.pick([21, 7, 0]) },
      ...(random.oneIn(6) ? { rebatePercentage: 10, rebateReducingBase: random.oneIn(2) } : {}),
    })),
    ...(isCash && random.oneIn(3) ? {} : { buyer: BUYER }),
    note,
  };
}
