// POST /ic/api/verifyInvoice, the public receipt check: is an IIC registered, and as what? The
// response has the shape that the live service gave in July 2026. Every request goes into the
// ledger before its response is sent, also where a mode withholds it. Not found: 404 with an empty
// body.

import type { Request, Response } from 'express';
import { XmlDocument, XmlElement } from 'libxml2-wasm';
import { z } from 'zod';
import { isUnprocessed } from '../control/behaviour.ts';
import { spoil } from '../control/spoilt-response.ts';
import { toNumber } from '../message/decimal.ts';
import type { Amount } from '../message/decimal.ts';
import type { Ledger } from '../state/ledger.ts';
import { parseInstant } from '../message/local-time.ts';
import { readInvoice } from '../message/invoice.ts';
import type { Invoice, Item, Party, PayMethod, SameTax } from '../message/invoice.ts';
import { toTree } from '../message/xml-tree.ts';
import { FISCAL_NAMESPACE } from '../schema/request-schema.ts';
import type { SoapEndpoint } from '../registration/soap-endpoint.ts';
import type { RegisteredInvoice } from '../state/events.ts';

/** Form of the question. */
const querySchema = z.object({
  iic: z.string(),
  dateTimeCreated: z.string(),
  tin: z.string(),
});

const IIC = /^[0-9a-fA-F]{32}$/;

/** Names of the payment methods; those not seen in a live response are the specification's. */
const METHOD_NAMES: Readonly<Record<string, string>> = {
  BANKNOTE: 'Banknotes and coins',
  CARD: 'Card',
  'OTHER-CASH': 'Other cash payments',
  BUSINESSCARD: 'Business card',
  SVOUCHER: 'Single-purpose voucher',
  COMPANY: 'Company card',
  ORDER: 'Order',
  ADVANCE: 'Advance',
  ACCOUNT: 'Transaction account',
  FACTORING: 'Factoring',
  OTHER: 'Other cashless payments',
};

function number(amount: Amount | null): number | null {
  return amount === null ? null : toNumber(amount);
}

/** `2026-07-11T13:51:04.000+0000` */
function utc(dateTime: string): string {
  return new Date(parseInstant(dateTime)).toISOString().replace('Z', '+0000');
}

function party({ idType, idNum, name, address, town, country }: Party) {
  return { idType, idNum, name, address, town, country };
}

function payMethod({ type, amt, compCard, advIic, bankAcc, vouchers }: PayMethod) {
  return {
    id: null,
    vouchers: vouchers ?? [],
    type: METHOD_NAMES[type] ?? type,
    amount: toNumber(amt),
    compCard,
    advIIC: advIic,
    bankAcc,
    typeCode: type,
  };
}

function item(line: Item) {
  return {
    id: null,
    name: line.n,
    code: line.c,
    unit: line.u,
    quantity: toNumber(line.q),
    unitPriceBeforeVat: toNumber(line.upb),
    unitPriceAfterVat: toNumber(line.upa),
    rebate: number(line.r),
    rebateReducing: line.rr ?? false,
    priceBeforeVat: toNumber(line.pb),
    vatRate: number(line.vr),
    vatAmount: number(line.va),
    priceAfterVat: toNumber(line.pa),
    exemptFromVat: line.ex,
    voucherSold: null,
    vd: line.vd,
    vsn: line.vsn,
    investment: line.investment ?? false,
  };
}

function sameTax(group: SameTax) {
  return {
    id: null,
    numberOfItems: group.numOfItems,
    priceBeforeVat: toNumber(group.priceBefVat),
    vatRate: number(group.vatRate),
    exemptFromVat: group.exemptFromVat,
    vatAmount: number(group.vatAmt),
  };
}

function lists(invoice: Invoice) {
  return {
    paymentMethod: invoice.payMethods.map(payMethod),
    currency: invoice.currency,
    seller: party(invoice.seller),
    buyer: invoice.buyer && party(invoice.buyer),
    items: invoice.items?.map(item) ?? null,
    sameTaxes: invoice.sameTaxes?.map(sameTax) ?? null,
    fees: invoice.fees?.map(({ type, amt }) => ({ id: null, type, amount: number(amt) })) ?? null,
    approvals: invoice.approvals?.map(({ totalAmt }) => ({ totalAmt: number(totalAmt) })) ?? null,
    iicRefs:
      invoice.iicRefs?.map(({ iic, issueDateTime, amount }) => ({
        id: null,
        iic,
        issuingDate: utc(issueDateTime),
        amount: toNumber(amount),
      })) ?? null,
  };
}

/** The response for one registered invoice. */
function receipt(registered: RegisteredInvoice, invoice: Invoice, ledger: Ledger) {
  const { correctiveInv } = invoice;
  return {
    createdBy: null,
    creationDate: null,
    lastUpdatedBy: null,
    lastUpdateDate: null,
    active: null,
    id: null,
    iic: registered.iic,
    totalPrice: toNumber(invoice.totPrice),
    invoiceOrderNumber: registered.ordinal,
    businessUnit: invoice.businUnitCode,
    cashRegister: invoice.tcrCode,
    issuerTaxNumber: registered.tin,
    dateTimeCreated: utc(invoice.issueDateTime),
    invoiceRequest: registered.soap,
    invoiceVersion: 1,
    fic: registered.fic,
    iicReference: correctiveInv?.iicRef ?? null,
    iicRefIssuingDate: correctiveInv && utc(correctiveInv.issueDateTime),
    supplyDateOrPeriod: invoice.supplyPeriod,
    correctiveInvoiceType: correctiveInv?.type ?? null,
    baddeptInv: invoice.badDebtInv,
    ...lists(invoice),
    invoiceType: invoice.invType,
    typeOfInvoice: invoice.typeOfInv,
    isSimplifiedInvoice: null,
    typeOfSelfIss: invoice.typeOfSelfIss,
    invoiceNumber: invoice.invNum,
    tcrCode: invoice.tcrCode,
    taxFreeAmt: number(invoice.taxFreeAmt),
    markUpAmt: number(invoice.markUpAmt),
    goodsExAmt: number(invoice.goodsExAmt),
    totalPriceWithoutVAT: toNumber(invoice.totPriceWoVat),
    totalVATAmount: number(invoice.totVatAmt),
    totalPriceToPay: number(invoice.totPriceToPay),
    operatorCode: invoice.operatorCode,
    softwareCode: invoice.softCode,
    iicSignature: invoice.iicSignature,
    isReverseCharge: invoice.isReverseCharge ?? false,
    payDeadline: invoice.payDeadline,
    paragonBlockNum: invoice.paragonBlockNum,
    taxPeriod: invoice.taxPeriod,
    bankAccNum: invoice.bankAccNum,
    note: invoice.note,
    listOfCorrectedInvoiceIIC: ledger.correctivesOf(registered.iic).map(({ iic }) => iic),
    originalInvoice: null,
    badDebtInvoice: null,
    issuerInVat: invoice.isIssuerInVat,
    badDebt: invoice.badDebtInv !== null,
  };
}

/** The invoice of a registered message. */
export function invoiceIn(soap: string): Invoice | null {
  const document = XmlDocument.fromString(soap);
  try {
    const element = document.get('//fs:Invoice', { fs: FISCAL_NAMESPACE });
    return element instanceof XmlElement ? readInvoice(toTree(element)) : null;
  } finally {
    document.dispose();
  }
}

/** The IIC that a question is about, in capitals; null if it holds nothing that looks like one. */
function askedIic(question: unknown): string | null {
  const query = querySchema.pick({ iic: true }).safeParse(question);
  return query.success && IIC.test(query.data.iic) ? query.data.iic.toUpperCase() : null;
}

/**
 * The receipt that one request asks for; TIN and time of issue must be those of the IIC.
 * @param shownUntil what was registered later is not shown yet: milliseconds since 1970.
 * @returns the JSON of the receipt, null if there is none.
 */
function findReceipt(ledger: Ledger, question: unknown, shownUntil = Infinity): object | null {
  const query = querySchema.safeParse(question);
  const registered = query.success ? ledger.firstInvoice(query.data.iic.toUpperCase()) : null;
  const isTheOne =
    query.success &&
    registered?.tin === query.data.tin &&
    !(ledger.receivedAt(registered.sequence) > shownUntil) &&
    parseInstant(registered.issueDateTime) === parseInstant(query.data.dateTimeCreated);
  const invoice = registered && isTheOne ? invoiceIn(registered.soap) : null;
  return registered && invoice ? receipt(registered, invoice, ledger) : null;
}

/** Responds to one request whose form has been read. */
export function handleReceiptCheck(
  { authority, now }: SoapEndpoint,
  request: Request,
  response: Response,
): void {
  const { state, script } = authority;
  const question: unknown = request.body;
  const behaviour = script.mode.receiptCheck;
  const spoiling = behaviour && isUnprocessed(behaviour) ? behaviour : null;
  const shownUntil = behaviour?.type === 'lag' ? now() - behaviour.ms : Infinity;
  const receipt = spoiling ? null : findReceipt(state.ledger, question, shownUntil);
  state.record({
    type: 'receipt-check',
    checkedAt: new Date(now()).toISOString(),
    afterMessage: state.ledger.lastSequence,
    iic: askedIic(question),
    outcome: spoiling ? 'spoilt' : receipt ? 'found' : 'not-found',
    behaviour: behaviour?.type ?? null,
  });
  if (spoiling) spoil(response, spoiling);
  else if (receipt) response.json(receipt);
  else response.status(404).end();
}
