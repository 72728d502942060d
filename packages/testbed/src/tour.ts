// The tour: three invoices, given to the API as a till would give them, and what came back.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bold, cyan, dim, line, step } from '../../../scripts/bootstrap/terminal.mjs';
import { TestbedFailure } from './failure.ts';
import { shownPath } from './folders.ts';
import { createTourClient, type InvoiceRecord, type TourClient } from './tour-client.ts';

/** Where and as whom. */
export interface TourOptions {
  apiUrl: string;
  testKey: string;
  /** Where the PDFs are saved. */
  pdfFolder: string;
  signal?: AbortSignal;
}

/** Gives the tour. Throws TestbedFailure when an invoice does not come to its good end. */
export async function giveTour({ apiUrl, testKey, pdfFolder, signal }: TourOptions): Promise<void> {
  const client = createTourClient(apiUrl, testKey, signal);

  line(bold('1  A cash invoice in one step'));
  const cash = await inOneStep(client);
  await show(client, cash, pdfFolder, 'cash-invoice');

  line(bold('2  A non-cash invoice in two steps: draft, then fiscalize'));
  const nonCash = await inTwoSteps(client, nonCashInvoice());
  await show(client, nonCash, pdfFolder, 'non-cash-invoice');

  line(bold('3  The full cancellation of the second'));
  const cancellation = await inTwoSteps(client, cancellationOf(nonCash));
  await show(client, cancellation, pdfFolder, 'cancellation');
}

/** A cash invoice: also the body of the curl line that is printed at the end. */
export function cashInvoice(): object {
  return {
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

function nonCashInvoice(): object {
  return {
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

// Spec, Corrective rules 5: the original as it was read, every line turned around.
function cancellationOf(original: InvoiceRecord): object {
  return {
    type: 'Corrective',
    orderNumber: 0,
    typeOfInvoice: original.typeOfInvoice,
    paymentMethod: original.paymentMethod,
    paymentDeadline: now(),
    items: original.invoiceData.items.map((item) => ({
      ...item,
      quantity: -item.quantity,
      unitPrice: -item.unitPrice,
    })),
    buyer: original.buyer,
    original: { id: original.iic, issuedAt: original.fiscalizedAt },
  };
}

async function inOneStep(client: TourClient): Promise<InvoiceRecord> {
  const shown = step('fiscalizing');
  try {
    const invoice = await client.post('/api/invoices/cash/create-and-print', cashInvoice());
    return await untilSettled(client, invoice, shown.update);
  } finally {
    shown.end();
  }
}

async function inTwoSteps(client: TourClient, payload: object): Promise<InvoiceRecord> {
  const shown = step('fiscalizing');
  try {
    const { id } = await client.post('/api/invoices/draft', payload);
    const invoice = await client.post(`/api/invoices/${id}/fiscalize`);
    return await untilSettled(client, invoice, shown.update);
  } finally {
    shown.end();
  }
}

async function untilSettled(
  client: TourClient,
  invoice: InvoiceRecord,
  update: (text: string) => void,
): Promise<InvoiceRecord> {
  let polls = 0;
  const settled = await client.poll(`/api/invoices/${invoice.id}`, () => {
    polls += 1;
    update(`asked ${String(polls)} times`);
  });
  if (settled.status === 'Fiscalized') return settled;
  throw new TestbedFailure(
    settled.status === 'Offline'
      ? `The authority did not answer, so invoice ${settled.invoiceNumber ?? ''} is Offline: it has ` +
          'its IIC and is delivered later. See .run/logs/worker.log for what was sent where.'
      : `The invoice is ${settled.status}: ${settled.errorMessage ?? 'without a reason'}`,
  );
}

async function show(
  client: TourClient,
  invoice: InvoiceRecord,
  pdfFolder: string,
  name: string,
): Promise<void> {
  const rendering = step('printing');
  let pdf: Uint8Array;
  try {
    pdf = await client.pdf(`/api/invoices/${invoice.id}/pdf`);
  } finally {
    rendering.end();
  }
  const number = (invoice.invoiceNumber ?? invoice.id).replaceAll('/', '-');
  const file = join(pdfFolder, `${name}-${number}.pdf`);
  writeFileSync(file, pdf);
  const row = (label: string, text: string) => {
    line(`   ${dim(label.padEnd(7))} ${text}`);
  };
  row('number', `${invoice.invoiceNumber ?? ''}   ${invoice.totals.total.toFixed(2)} €`);
  row('IIC', invoice.iic ?? '');
  row('FIC', invoice.fic ?? '');
  row('verify', invoice.verificationUrl ?? '');
  row('PDF', cyan(shownPath(file)));
  line();
}

function now(daysLater = 0): string {
  return new Date(Date.now() + daysLater * 24 * 60 * 60 * 1000).toISOString();
}
