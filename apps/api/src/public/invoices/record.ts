// The invoice record as it is returned on every read. Absent values are null, never missing, except
// errorMessage and error (only when Failed). Spec, Invoice record; decisions §3.

import { advancePaymentOf, paymentsOf, verificationUrl } from '@fiscal/domain';
import type { AdvanceBalance, Correctable, Payment } from '@fiscal/domain';
import { mapInSlices } from '@fiscal/db/connection';
import type { FoundRecord, NewInvoice, RecordedInvoice } from '@fiscal/db/invoice';
import type { Response } from 'express';
import { WRITTEN } from '../../http/endpoint.ts';
import type { Result } from '../../http/endpoint.ts';
import { writeJson } from '../../http/response/json-response.ts';
import type { InvoiceDependencies } from './invoice-dependencies.ts';

type VerificationPages = InvoiceDependencies['verificationPages'];

/** The record of a found invoice; its shape is `invoiceRecord`. */
export function recordOf(
  { invoice, correctives, correctable, advance }: FoundRecord,
  pages: VerificationPages,
) {
  const { request, computed, seller } = invoice;
  const payments = paymentsOf(invoice);
  return {
    id: invoice.id,
    status: invoice.status,
    type: request.type,
    iic: invoice.iic,
    fic: invoice.fic,
    invoiceNumber: invoice.invoiceNumber,
    orderNumber: invoice.ordinal ?? invoice.orderNumber,
    fiscalizedAt: invoice.issueDateTime,
    typeOfInvoice: request.typeOfInvoice,
    paymentMethod: request.paymentMethod,
    paymentDeadline: request.paymentDeadline,
    buyer: request.buyer ?? null,
    note: request.note ?? null,
    operatorName: request.operatorName ?? null,
    discountAmount: request.discountAmount ?? null,
    advancePaymentIic: advancePaymentOf(payments)?.advanceIic ?? null,
    original: request.original ?? null,
    externalId: request.externalId ?? null,
    invoiceData: { items: request.items },
    ...amountsOf(computed),
    verificationUrl: urlOf(invoice, pages),
    correctives,
    correctable: correctable && correctableOf(correctable),
    advance: advance && advanceOf(advance),
    environment: invoice.environment,
    attempts: invoice.attempts,
    nextAttemptAt: invoice.nextAttemptAt,
    deliverBefore: invoice.status === 'Offline' ? invoice.deliverBefore : null,
    warnings: invoice.warnings,
    createdAt: invoice.createdAt,
    updatedAt: invoice.updatedAt,
    taxPeriod: request.taxPeriod ?? null,
    replaces: request.replaces ?? null,
    payments: payments.map(paymentOf),
    placeOfIssue: seller.placeOfIssue ?? seller.town,
    ...(invoice.status === 'Failed' && invoice.failure
      ? { errorMessage: invoice.failure.error, error: invoice.failure }
      : {}),
  };
}

/** What `?dryRun=true` says of an invoice that is not stored: fields of the record. */
export function dryRunOf({ request, computed, warnings }: NewInvoice) {
  const invoiceData = { items: request.items };
  const discountAmount = request.discountAmount ?? null;
  const payments = paymentsOf({ request, computed }).map(paymentOf);
  return { discountAmount, invoiceData, ...amountsOf(computed), warnings, payments };
}

export function sendDryRun(response: Response, invoice: NewInvoice): Result<never> {
  response.type('json').send(writeJson(dryRunOf(invoice)));
  return WRITTEN;
}

/**
 * The shortest decimal text of a number has at most 14 digits here, so it survives JSON exactly.
 */
function amountsOf({ totals, sameTaxGroups }: RecordedInvoice['computed']) {
  return {
    totals: {
      withoutVat: Number(totals.withoutVat),
      vat: Number(totals.vat),
      total: Number(totals.total),
    },
    vatBreakdown: sameTaxGroups.map((group) => ({
      rate: Number(group.vatRate),
      items: group.itemCount,
      base: Number(group.base),
      vat: Number(group.vat),
      exemption: group.exemption ?? null,
    })),
  };
}

function paymentOf({ method, amount, advanceIic }: Payment) {
  return { method, amount: Number(amount), advancePaymentIic: advanceIic };
}

function correctableOf({ total, items }: Correctable) {
  return {
    total: Number(total),
    items: items.map(({ quantity, ...item }) => ({ ...item, quantity: Number(quantity) })),
  };
}

function advanceOf({ paid, used, left, invoices }: AdvanceBalance) {
  return {
    paid: Number(paid),
    used: Number(used),
    left: Number(left),
    invoices: invoices.map(({ amount, ...invoice }) => ({ ...invoice, amount: Number(amount) })),
  };
}

function urlOf(invoice: RecordedInvoice, pages: VerificationPages): string | null {
  const { iic, issueDateTime, ordinal, issuer } = invoice;
  if (iic === null || issueDateTime === null || ordinal === null || issuer === null) return null;
  return verificationUrl(pages[invoice.environment], {
    iic,
    tin: issuer.seller.tin,
    issueDateTime,
    ordinal,
    businessUnitCode: issuer.codes.businessUnitCode,
    tcrCode: issuer.codes.tcrCode,
    softwareCode: issuer.codes.softwareCode,
    total: invoice.computed.totals.total,
  });
}

interface Written {
  bytes: Uint8Array;
  etag: string;
}

const UTF8 = new TextEncoder();

/** Kept for as long as the reader of records keeps what it was written from. */
const written = new WeakMap<FoundRecord, Written>();

export function sendRecord(
  response: Response,
  found: FoundRecord,
  pages: VerificationPages,
): Result<never> {
  if (found.invoice.status === 'Pending') response.set('Retry-After', '1');
  let record = written.get(found);
  if (record === undefined) {
    const text = writeJson(recordOf(found, pages));
    record = { bytes: UTF8.encode(text), etag: etagOf(response, text) };
    written.set(found, record);
  }
  response.setHeader('ETag', record.etag);
  // Express would look up the type, and write the text anew for each call.
  if (response.req.fresh) response.status(304).end();
  else {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', record.bytes.length);
    response.end(record.bytes);
  }
  return WRITTEN;
}

/** A page of a list, each record written in a slice of its own where it takes long. */
export async function sendPage(
  response: Response,
  page: readonly FoundRecord[],
  nextCursor: string | null,
  pages: VerificationPages,
): Promise<Result<never>> {
  const records = await mapInSlices(page, (found) => writeJson(recordOf(found, pages)));
  const text = `{"invoices":[${records.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`;
  response.type('json').send(text);
  return WRITTEN;
}

/** As Express makes those of all other responses. */
function etagOf(response: Response, text: string): string {
  const make = response.app.get('etag fn') as (text: string, encoding: 'utf8') => string;
  return make(text, 'utf8');
}
