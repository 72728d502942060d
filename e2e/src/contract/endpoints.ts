// Spec, Endpoints: every one of them, for the matrix test. A declared table: it runs nothing.

import { cashInvoice } from '../service/running-service.ts';

/** An endpoint of the contract. */
export interface Endpoint {
  method: 'GET' | 'POST';
  /** With `{id}` where an invoice is named. */
  path: string;
  /** A body that is right, where the endpoint has one. */
  body?: object;
  /** What `Allow` says to another method. */
  allow: string;
}

/** The endpoints of the specification, and the list of decisions §2. */
export const ENDPOINTS: readonly Endpoint[] = [
  { method: 'POST', path: '/api/invoices/draft', body: cashInvoice(), allow: 'POST' },
  { method: 'POST', path: '/api/invoices/{id}/fiscalize', allow: 'POST' },
  {
    method: 'POST',
    path: '/api/invoices/cash/create-and-print',
    body: cashInvoice(),
    allow: 'POST',
  },
  { method: 'GET', path: '/api/invoices/{id}', allow: 'GET, HEAD' },
  { method: 'GET', path: '/api/invoices/cash/{id}', allow: 'GET, HEAD' },
  { method: 'GET', path: '/api/invoices/{id}/pdf', allow: 'GET, HEAD' },
  { method: 'GET', path: '/api/invoices/cash/{id}/pdf', allow: 'GET, HEAD' },
  { method: 'GET', path: '/api/invoices', allow: 'GET, HEAD' },
  { method: 'POST', path: '/api/tcr/register', body: {}, allow: 'POST' },
  { method: 'POST', path: '/api/cashdeposit/initial', body: { cashAmount: 0 }, allow: 'POST' },
];
