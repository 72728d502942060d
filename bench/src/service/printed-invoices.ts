import { createHash } from 'node:crypto';
import { computeInvoice, paymentsOf, VERIFICATION_PAGES, verificationUrl } from '@fiscal/domain';
import type { InvoiceRequest } from '@fiscal/domain';
import type { Printer } from '@fiscal/worker/printer';
import { sampleRequest, sampleSeller } from './sample.ts';

/** What an invoice is printed from. */
export type InvoiceDocument = Exclude<Parameters<Printer['render']>[0], string>;

const ITEMS = [
  ['Čokolada „Žuti šećer“ 100 g', 'kom', 21],
  ['Ćevapi sa lukom i lepinjom', 'kom', 15],
  ['Hljeb od heljde', 'kom', 7],
  ['Maslinovo ulje „Žutica“ 1 l', 'kom', 21],
  ['Njeguški pršut', 'kg', 21],
  ['Đuveč sa povrćem', 'kom', 15],
  ['Štampa i uvez dokumentacije', 'str', 21],
  ['Montaža i puštanje u rad', 'sat', 21],
  ['Dnevna štampa', 'kom', 7],
  ['Noćenje sa doručkom', 'noć', 15],
  ['Vranac 0,75 l', 'kom', 21],
] as const;

const BUYER = {
  idType: 'TIN',
  idNumber: '02654321',
  name: 'Đurđevića Tara Konsalting d.o.o.',
  address: 'Bulevar Svetog Petra Cetinjskog 114',
  city: '81000 Podgorica',
  country: 'MNE',
} as const;

const CODES = {
  businessUnitCode: 'bb123bb123',
  tcrCode: 'cc123cc123',
  softwareCode: 'ss123ss123',
  operatorCode: 'oo123oo123',
  maintainerCode: 'mm123mm123',
};
const ISSUED_AT = '2026-11-21T10:00:00+01:00';

/**
 * Three to five lines, and every fourth with a buyer; no two of eleven in a row have the same
 * texts.
 */
function requestOf(index: number): InvoiceRequest {
  const items = Array.from({ length: 3 + (index % 3) }, (_, line) => {
    const [name, unit, rate] = ITEMS[(index + 3 * line) % ITEMS.length] ?? ITEMS[0];
    const unitPrice = (99 + ((index * 37 + line * 1_130) % 5_000)) / 100;
    return { name, unit, unitPrice, quantity: 1 + ((index + line) % 5), vat: { rate } };
  });
  return { ...sampleRequest(0), items, buyer: index % 4 === 0 ? BUYER : null };
}

/** Invoice number so many, fiscalized: the same one each time that it is asked for. */
export function printedInvoice(index: number): InvoiceDocument {
  const request = requestOf(index);
  const computed = computeInvoice(request, { isInVat: true, pricesIncludeVat: false });
  const digits = createHash('sha256').update(`invoice ${index}`).digest('hex');
  const iic = digits.slice(0, 32).toUpperCase();
  const ordinal = index + 1;
  return {
    paper: 'a4',
    environment: 'live',
    seller: sampleSeller,
    codes: CODES,
    operatorName: 'Milica Šćekić',
    issued: {
      ordinal,
      invoiceNumber: `${CODES.businessUnitCode}/${ordinal}/2026/${CODES.tcrCode}`,
      issueDateTime: ISSUED_AT,
      iic,
      iicSignature: digits.toUpperCase().repeat(8),
    },
    fic: digits.slice(28).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5'),
    request,
    payments: paymentsOf({ request, computed }),
    original: null,
    computed,
    verificationUrl: verificationUrl(VERIFICATION_PAGES.live, {
      iic,
      ordinal,
      issueDateTime: ISSUED_AT,
      tin: sampleSeller.tin,
      businessUnitCode: CODES.businessUnitCode,
      tcrCode: CODES.tcrCode,
      softwareCode: CODES.softwareCode,
      total: computed.totals.total,
    }),
  };
}
