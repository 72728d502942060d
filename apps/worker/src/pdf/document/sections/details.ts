import { advancePaymentOf, PAYMENT_KINDS, registeredTypeOfInvoice } from '@fiscal/domain';
import type { Buyer, Words } from '@fiscal/domain';
import type { InvoiceDocument, PrintedOriginal } from '../document-model.ts';
import { formatEuro, formatInstant, formatIssueDateTime } from '../format.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import {
  BUYER_ID_WORDS,
  KINDS,
  LABELS,
  both,
  countryName,
  entry,
  label,
  typed,
} from '../labels.ts';

/** Between heading and items: buyer, place and time of issue, payment, references, note. */
export function details(document: InvoiceDocument): Html {
  const { request, original, payments } = document;
  const buyer = request.buyer ?? null;
  return html`<section class="details ${buyer === null ? 'without-buyer' : ''}">
      ${buyer === null ? null : buyerBlock(buyer)}
      <dl class="facts">${facts(document)}</dl>
    </section>
    ${original === null ? null : originalReference(original)}
    ${reference(LABELS.paidByAdvance, advancePaymentOf(payments)?.advanceIic)}
    ${reference(LABELS.replaces, request.replaces)} ${request.note ? remark(request.note) : null}`;
}

/**
 * Above the items: it may be longer than a page, and what closes the invoice stays in one piece.
 */
function remark(text: string): Html {
  return html`<section class="note">
    ${label(LABELS.note)}
    <p>${typed(text)}</p>
  </section>`;
}

function facts({ seller, issued, request, payments }: InvoiceDocument): Html[] {
  const moment = formatIssueDateTime(issued.issueDateTime);
  const kind = registeredTypeOfInvoice(request.typeOfInvoice, payments);
  return [
    entry(LABELS.issueDate, html`${moment.date}`),
    entry(LABELS.issueTime, html`${moment.time}`),
    entry(LABELS.issuePlace, typed(seller.placeOfIssue ?? seller.town)),
    ...payments.map(({ method, amount }) => {
      const words = both(PAYMENT_KINDS[method].wordsOnPaper);
      const value = payments.length > 1 ? html`${words} ${formatEuro(amount)}` : words;
      return entry(LABELS.payment, value);
    }),
    ...(request.taxPeriod ? [entry(LABELS.taxPeriod, typed(request.taxPeriod))] : []),
    entry(LABELS.deadline, html`${formatInstant(request.paymentDeadline).date}`),
    entry(LABELS.kind, both(KINDS[kind])),
  ];
}

function buyerBlock(buyer: Buyer): Html {
  const id = BUYER_ID_WORDS[buyer.idType];
  const isForeign = typeof buyer.country === 'string' && buyer.country !== 'MNE';
  const place = [buyer.city, isForeign || buyer.city ? countryName(buyer.country) : null]
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part, index) => html`${index > 0 ? ', ' : ''}${typed(part)}`);
  return html`<div class="buyer">
    ${label(LABELS.buyer)}
    <div class="buyer-name">${typed(buyer.name)}</div>
    ${buyer.address ? html`<div>${typed(buyer.address)}</div>` : null}
    ${place.length > 0 ? html`<div>${place}</div>` : null}
    <dl class="buyer-id">
      <dt>${label(id)}</dt>
      <dd>${typed(buyer.idNumber)}</dd>
    </dl>
  </div>`;
}

/** Spec, Corrective rules 1: number, IIC and issue time of the invoice that is corrected. */
function originalReference({ iic, issuedAt, invoiceNumber }: PrintedOriginal): Html {
  const { date, time } = formatInstant(issuedAt);
  return html`<section class="reference">
    <h2>${both(LABELS.corrects)}</h2>
    <dl>
      ${invoiceNumber === null ? null : entry(LABELS.invoiceNumber, typed(invoiceNumber))}
      ${entry(LABELS.originalIssued, html`${date} ${time}`)}
      ${entry({ me: LABELS.iic.me, en: 'IIC' }, typed(iic))}
    </dl>
  </section>`;
}

/** Another document, by its IIC. */
function reference(name: Words, iic: string | null | undefined): Html | null {
  if (!iic) return null;
  return html`<section class="reference">
    <dl>${entry(name, typed(iic))}</dl>
  </section>`;
}
