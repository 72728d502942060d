// The tour: three invoices, given to the API as a shop would give them, and what came back.

import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFiscalClient, FiscalApiError } from '@fiscal/client';
import type { FiscalClient, Invoice, NamedInvoice } from '@fiscal/client';
import { bold, cyan, dim, line, step } from '../../../../scripts/bootstrap/terminal.mjs';
import { TestbedFailure } from '../processes/failure.ts';
import { shownPath } from '../processes/folders.ts';

/** Where and as whom. */
export interface TourOptions {
  apiUrl: string;
  testKey: string;
  /** Where the PDFs are saved. */
  pdfFolder: string;
  signal: AbortSignal;
}

type Tour = Omit<TourOptions, 'apiUrl' | 'testKey'> & { client: FiscalClient };

/**
 * Gives the tour.
 * @throws TestbedFailure, or the client's error, where an invoice is not Fiscalized.
 */
export async function giveTour({ apiUrl, testKey, ...options }: TourOptions): Promise<void> {
  const tour = { ...options, client: createFiscalClient({ baseUrl: apiUrl, apiKey: testKey }) };
  const { client, signal } = tour;

  line(bold('1  A cash invoice in one step'));
  const sale = cashInvoice();
  const sell = () => client.issueInvoice(sale, { signal });
  const cash = await fiscalized(sell);
  await show(tour, cash, 'cash-invoice');

  line(bold('2  The same call again, as a till makes it whose response was lost'));
  const again = await fiscalized(sell);
  if (again.id !== cash.id) throw new TestbedFailure('It made a second invoice.');
  row('number', `${again.invoiceNumber ?? ''}   ${dim('no second invoice')}`);
  line();

  line(bold('3  A non-cash invoice in two steps: draft, then fiscalize'));
  const nonCash = await fiscalized(() => client.issueInvoice(nonCashInvoice(), { signal }));
  await show(tour, nonCash, 'non-cash-invoice');

  line(bold('4  The full cancellation of the non-cash invoice'));
  const cancelled = await fiscalized(() =>
    client.cancelInvoice(nonCash.id, { externalId: newId() }, { signal }),
  );
  await show(tour, cancelled, 'cancellation');
}

/** A cash invoice: also the body of the curl line that is printed at the end. */
export function cashInvoice(): NamedInvoice {
  return {
    externalId: newId(),
    type: 'Invoice',
    orderNumber: 0,
    typeOfInvoice: 'Cash',
    paymentMethod: 'BANKNOTE',
    paymentDeadline: now(),
    items: [
      {
        name: 'Gorski vijenac',
        code: 'K-1847',
        unit: 'kom',
        unitPrice: 14,
        quantity: 2,
        vat: { rate: 7 },
      },
      { name: 'Čaj od šipka', unit: 'kom', unitPrice: 2.5, quantity: 1, vat: { rate: 21 } },
    ],
    operatorName: 'Đorđe Žarković',
  };
}

function nonCashInvoice(): NamedInvoice {
  return {
    externalId: newId(),
    type: 'Invoice',
    orderNumber: 0,
    typeOfInvoice: 'NonCash',
    paymentMethod: 'ACCOUNT',
    paymentDeadline: now(14),
    items: [
      {
        name: 'Knjige za čitaonicu',
        unit: 'komplet',
        unitPrice: 186.4,
        quantity: 3,
        vat: { rate: 7 },
        rebatePercentage: 10,
        rebateReducingBase: true,
      },
      { name: 'Dostava', unit: 'usluga', unitPrice: 12.35, quantity: 1, vat: { rate: 21 } },
    ],
    buyer: {
      idType: 'TIN',
      idNumber: '02345678',
      name: 'Hotel Šćepan Mali d.o.o.',
      address: 'Slovenska obala 7',
      city: 'Budva',
      country: 'MNE',
    },
    note: 'Narudžba 2041, isporuka do petka',
  };
}

/** @param issue makes the call until the invoice is issued. */
async function fiscalized(issue: () => Promise<Invoice>): Promise<Invoice> {
  const shown = step('fiscalizing');
  try {
    const invoice = await issue();
    if (invoice.status === 'Fiscalized') return invoice;
    throw new TestbedFailure(
      `The authority did not reply, so invoice ${invoice.invoiceNumber ?? ''} is Offline: it has ` +
        'its IIC and is delivered later. See .run/logs/worker.log for what was sent where.',
    );
  } catch (error) {
    if (!(error instanceof FiscalApiError) || error.body === null) throw error;
    throw new TestbedFailure(`The invoice is not issued: ${error.message}`);
  } finally {
    shown.end();
  }
}

/** Asks again as long as it is being printed. */
async function printed({ client, signal }: Tour, id: string): Promise<Uint8Array> {
  const shown = step('printing');
  const deadline = Date.now() + PRINT_LIMIT_MS;
  try {
    for (;;) {
      try {
        return await client.readPdf(id, { signal });
      } catch (error) {
        const waitMs = error instanceof FiscalApiError ? error.retryAfterMs : null;
        if (waitMs === null || Date.now() > deadline) throw error;
        await sleep(waitMs, undefined, { signal });
      }
    }
  } finally {
    shown.end();
  }
}

const PRINT_LIMIT_MS = 60_000;

async function show(tour: Tour, invoice: Invoice, name: string): Promise<void> {
  const pdf = await printed(tour, invoice.id);
  const number = (invoice.invoiceNumber ?? invoice.id).replaceAll('/', '-');
  const file = join(tour.pdfFolder, `${name}-${number}.pdf`);
  writeFileSync(file, pdf);
  row('number', `${invoice.invoiceNumber ?? ''}   ${invoice.totals.total.toFixed(2)} €`);
  row('IIC', invoice.iic ?? '');
  row('FIC', invoice.fic ?? '');
  row('verify', invoice.verificationUrl ?? '');
  row('PDF', cyan(shownPath(file)));
  line();
}

function row(label: string, text: string): void {
  line(`   ${dim(label.padEnd(7))} ${text}`);
}

/** What a shop calls a document. */
function newId(): string {
  return `tour-${randomUUID()}`;
}

function now(daysLater = 0): string {
  return new Date(Date.now() + daysLater * 24 * 60 * 60 * 1000).toISOString();
}
