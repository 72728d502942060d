// The three requests as plain data, read after the schema has passed them. Protocol §2 to §5.

import type { Amount } from '../decimal.ts';
import { issuerTin, readInvoice } from './invoice.ts';
import type { Invoice } from './invoice.ts';
import { amount, child, optionalText, text } from './xml-tree.ts';
import type { XmlTree } from './xml-tree.ts';

/** Header of a request. Protocol §2. */
export interface RequestHeader {
  readonly uuid: string;
  readonly sendDateTime: string;
  readonly subseqDelivType: string | null;
}

/** Protocol §4. */
export interface CashDeposit {
  readonly changeDateTime: string;
  readonly operation: string;
  readonly cashAmt: Amount;
  readonly tcrCode: string;
  readonly issuerTin: string;
}

/** Protocol §3. */
export interface TcrRegistration {
  readonly issuerTin: string;
  readonly businUnitCode: string;
  readonly tcrIntId: string;
  readonly softCode: string | null;
  readonly maintainerCode: string | null;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly type: string | null;
}

/** One request: what it is, its header, its data. */
export type FiscalRequest = { readonly header: RequestHeader; readonly issuerTin: string } & (
  | { readonly kind: 'invoice'; readonly invoice: Invoice }
  | { readonly kind: 'cash-deposit'; readonly deposit: CashDeposit }
  | { readonly kind: 'tcr'; readonly tcr: TcrRegistration }
);

/** Which of the three requests a message is. */
export type RequestKind = FiscalRequest['kind'];

/** The kind that an element of the SOAP body announces; null for any other element. */
export function kindOf(elementName: string): RequestKind | null {
  switch (elementName) {
    case 'RegisterInvoiceRequest':
      return 'invoice';
    case 'RegisterCashDepositRequest':
      return 'cash-deposit';
    case 'RegisterTCRRequest':
      return 'tcr';
    default:
      return null;
  }
}

function readHeader(tree: XmlTree): RequestHeader {
  return {
    uuid: text(tree, 'UUID'),
    sendDateTime: text(tree, 'SendDateTime'),
    subseqDelivType: optionalText(tree, 'SubseqDelivType'),
  };
}

function readDeposit(tree: XmlTree): CashDeposit {
  return {
    changeDateTime: text(tree, 'ChangeDateTime'),
    operation: text(tree, 'Operation'),
    cashAmt: amount(tree, 'CashAmt'),
    tcrCode: text(tree, 'TCRCode'),
    issuerTin: text(tree, 'IssuerTIN'),
  };
}

function readTcr(tree: XmlTree): TcrRegistration {
  return {
    issuerTin: text(tree, 'IssuerTIN'),
    businUnitCode: text(tree, 'BusinUnitCode'),
    tcrIntId: text(tree, 'TCRIntID'),
    softCode: optionalText(tree, 'SoftCode'),
    maintainerCode: optionalText(tree, 'MaintainerCode'),
    validFrom: optionalText(tree, 'ValidFrom'),
    validTo: optionalText(tree, 'ValidTo'),
    type: optionalText(tree, 'Type'),
  };
}

/** Reads a request element that the schema has passed. */
export function readRequest(kind: RequestKind, tree: XmlTree): FiscalRequest {
  const header = readHeader(child(tree, 'Header'));
  switch (kind) {
    case 'invoice': {
      const invoice = readInvoice(child(tree, 'Invoice'));
      return { kind, header, issuerTin: issuerTin(invoice), invoice };
    }
    case 'cash-deposit': {
      const deposit = readDeposit(child(tree, 'CashDeposit'));
      return { kind, header, issuerTin: deposit.issuerTin, deposit };
    }
    case 'tcr': {
      const tcr = readTcr(child(tree, 'TCR'));
      return { kind, header, issuerTin: tcr.issuerTin, tcr };
    }
  }
}
