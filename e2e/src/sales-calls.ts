// What a client calls to sell, and to make selling possible.

import { randomUUID } from 'node:crypto';
import type request from 'supertest';
import type { Caller } from './contract/shop.ts';
import { cashInvoice, nonCashInvoice } from './running-service.ts';

/** Every call that sells or registers something. */
export function callsOfSales(caller: Caller): (() => request.Test)[] {
  return [
    () => caller.draft(nonCashInvoice()),
    () => caller.createAndPrint(cashInvoice()),
    () => caller.fiscalize(randomUUID()),
    () => caller.post('/api/tcr/register', {}),
    () => caller.post('/api/cashdeposit/initial', {}),
  ];
}
