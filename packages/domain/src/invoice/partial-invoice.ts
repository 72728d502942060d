// An invoice request on its way in: every field may be missing. The check of shapes (JSON types and
// required fields, which the API makes) has taken out what is ill-shaped and reported it, so a rule
// can skip what is not there and still report everything else at once. This file brings such a
// request into its normal form and closes it into an InvoiceRequest; it judges nothing.

import { completeOriginal } from './documents/corrective/original-reference.ts';
import type { PartialOriginal } from './documents/corrective/original-reference.ts';
import { documentTypeOf, takesBack } from './documents/document-kinds.ts';
import { EXEMPTIONS } from './exemptions.ts';
import { BUYER_ID_TYPES, TYPES_OF_INVOICE } from '../identifiers/codes.ts';
import type { Buyer, InvoiceItem, InvoiceRequest } from './invoice.ts';
import { completePayment } from './payment-request.ts';
import type { PartialPaymentRequest, PaymentRequest } from './payment-request.ts';
import { isBlank } from './validate-text.ts';

type Optional<T> = T | null | undefined;

/** Every field may be missing. */
type Partly<T> = { [Name in keyof T]?: T[Name] | undefined };

/** A line whose ill-shaped fields were taken out. */
export type PartialItem = Partly<Omit<InvoiceItem, 'vat'>> & {
  /** An exemption is any text. */
  vat?: { rate?: number | undefined; exemption?: Optional<string> } | undefined;
};

/** A buyer whose ill-shaped fields were taken out. */
export type PartialBuyer = Partly<Omit<Buyer, 'idType'>> & {
  /** Any text: the closed list is a rule, not a shape. */
  idType?: string | undefined;
};

/** A request whose ill-shaped fields were taken out; an InvoiceRequest is one, too. */
export type PartialInvoice = Partly<
  Omit<
    InvoiceRequest,
    'type' | 'typeOfInvoice' | 'items' | 'buyer' | 'original' | keyof PaymentRequest
  >
> &
  PartialPaymentRequest & {
    /** Any text; `CORRECTIVE` is taken as `Corrective`. Spec, Invoice request payload. */
    type?: string | undefined;
    /** Any text. */
    typeOfInvoice?: string | undefined;
    /** An ill-shaped element leaves `undefined`, so that the others keep their index. */
    items?: readonly (PartialItem | undefined)[] | undefined;
    buyer?: Optional<PartialBuyer>;
    original?: PartialOriginal;
  };

/**
 * The request in its normal form: texts in Unicode NFC, the type in the spelling of the contract, a
 * blank optional text as null, but for those of the items, which a record shows as they were sent.
 * Decisions §3, §4.
 */
export function normaliseInvoice(input: PartialInvoice): PartialInvoice {
  return {
    ...input,
    type: input.type && (documentTypeOf(input.type) ?? input.type),
    items: input.items?.map((item) => item && normaliseItem(item)),
    buyer: input.buyer && normaliseBuyer(input.buyer),
    note: optionalText(input.note),
    operatorName: optionalText(input.operatorName),
    advancePaymentIic: optionalText(input.advancePaymentIic),
    payments: input.payments?.map(
      (payment) =>
        payment && { ...payment, advancePaymentIic: optionalText(payment.advancePaymentIic) },
    ),
    externalId: input.externalId?.normalize('NFC') ?? null,
    taxPeriod: optionalText(input.taxPeriod),
    replaces: optionalText(input.replaces),
  };
}

function normaliseItem(item: PartialItem): PartialItem {
  return {
    ...item,
    name: item.name?.normalize('NFC'),
    code: item.code?.normalize('NFC') ?? item.code,
    unit: item.unit?.normalize('NFC') ?? item.unit,
  };
}

function normaliseBuyer(buyer: PartialBuyer): PartialBuyer {
  return {
    ...buyer,
    idNumber: buyer.idNumber?.normalize('NFC'),
    name: buyer.name?.normalize('NFC'),
    address: optionalText(buyer.address),
    city: optionalText(buyer.city),
    // ISO lists neither; XKX is what many programs write for Kosovo, RKS what the authority knows.
    country: buyer.country === 'XKX' ? 'RKS' : optionalText(buyer.country),
  };
}

function optionalText(text: Optional<string>): Optional<string> {
  if (text === null || text === undefined) return text;
  return isBlank(text) ? null : text.normalize('NFC');
}

/**
 * The request with every required field in place and every value in its closed list, absent
 * optional fields as null, but for those of the items; null if something is not there. An original
 * is kept on a corrective only, and the IIC of an advance on an ADVANCE payment only.
 */
export function completeInvoice(input: PartialInvoice): InvoiceRequest | null {
  const { orderNumber, paymentDeadline } = input;
  const payment = completePayment(input);
  const type = documentTypeOf(input.type);
  const typeOfInvoice = TYPES_OF_INVOICE.find((known) => known === input.typeOfInvoice);
  const items = input.items === undefined ? null : completeItems(input.items);
  const buyer = input.buyer ? completeBuyer(input.buyer) : null;
  const original = takesBack(type) ? completeOriginal(input.original) : null;

  if (type === undefined || typeOfInvoice === undefined || orderNumber === undefined) return null;
  if (payment === null || paymentDeadline === undefined || items === null) return null;
  if (input.buyer && buyer === null) return null;
  if (takesBack(type) && original === null) return null;
  return {
    type,
    orderNumber,
    typeOfInvoice,
    ...payment,
    paymentDeadline,
    items,
    buyer,
    note: input.note ?? null,
    discountAmount: input.discountAmount ?? null,
    operatorName: input.operatorName ?? null,
    original,
    ...(input.externalId && { externalId: input.externalId }),
    ...(input.taxPeriod && { taxPeriod: input.taxPeriod }),
    ...(input.replaces && { replaces: input.replaces }),
  };
}

/** The lines with every required field in place; null if anything is missing in any of them. */
export function completeItems(items: readonly (PartialItem | undefined)[]): InvoiceItem[] | null {
  const complete = items.map(completeItem).filter((item) => item !== null);
  return complete.length === items.length ? complete : null;
}

function completeItem(item: PartialItem | undefined): InvoiceItem | null {
  if (item?.name === undefined || item.unitPrice === undefined) return null;
  if (item.quantity === undefined) return null;
  const vat = completeVat(item.vat);
  if (vat === null) return null;
  // What was left out stays out: a record shows the items exactly as they were sent (decisions §3).
  const { code, unit, rebatePercentage, rebateReducingBase, isExport } = item;
  return {
    name: item.name,
    ...(code !== undefined && { code }),
    ...(unit !== undefined && { unit }),
    unitPrice: item.unitPrice,
    quantity: item.quantity,
    vat,
    ...(rebatePercentage !== undefined && { rebatePercentage }),
    ...(rebateReducingBase !== undefined && { rebateReducingBase }),
    ...(isExport !== undefined && { isExport }),
  };
}

function completeVat({ rate, exemption }: PartialItem['vat'] = {}): InvoiceItem['vat'] | null {
  if (rate === undefined) return null;
  if (exemption === undefined) return { rate };
  const known = exemption === null ? null : EXEMPTIONS.find((code) => code === exemption);
  return known === undefined ? null : { rate, exemption: known };
}

function completeBuyer(buyer: PartialBuyer): Buyer | null {
  const { idNumber, name } = buyer;
  const idType = BUYER_ID_TYPES.find((known) => known === buyer.idType);
  if (idType === undefined || idNumber === undefined || name === undefined) return null;
  return {
    idType,
    idNumber,
    name,
    address: buyer.address ?? null,
    city: buyer.city ?? null,
    country: buyer.country ?? null,
  };
}
