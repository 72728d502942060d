// The three requests as plain data, read after the schema has passed them. Protocol §2 to §5.

import { issuerTin, readInvoice } from './invoice.ts';
import type { Invoice } from './invoice.ts';
import { amount, child, optional, shape, text } from './xml-tree.ts';
import type { XmlTree } from './xml-tree.ts';

const readHeader = shape({
  uuid: ['UUID', text],
  sendDateTime: ['SendDateTime', text],
  subseqDelivType: ['SubseqDelivType', optional(text)],
});

/** Header of a request. Protocol §2. */
export type RequestHeader = ReturnType<typeof readHeader>;

const readDeposit = shape({
  changeDateTime: ['ChangeDateTime', text],
  operation: ['Operation', text],
  cashAmt: ['CashAmt', amount],
  tcrCode: ['TCRCode', text],
  issuerTin: ['IssuerTIN', text],
});

/** Protocol §4. */
export type CashDeposit = ReturnType<typeof readDeposit>;

const readTcr = shape({
  issuerTin: ['IssuerTIN', text],
  businUnitCode: ['BusinUnitCode', text],
  tcrIntId: ['TCRIntID', text],
  softCode: ['SoftCode', optional(text)],
  maintainerCode: ['MaintainerCode', optional(text)],
  validFrom: ['ValidFrom', optional(text)],
  validTo: ['ValidTo', optional(text)],
  type: ['Type', optional(text)],
});

/** Protocol §3. */
export type TcrRegistration = ReturnType<typeof readTcr>;

/** One request: what it is, its header, its data. */
export type FiscalRequest = { readonly header: RequestHeader; readonly issuerTin: string } & (
  | { readonly kind: 'invoice'; readonly invoice: Invoice }
  | { readonly kind: 'cash-deposit'; readonly deposit: CashDeposit }
  | { readonly kind: 'tcr'; readonly tcr: TcrRegistration }
);

/** Which of the three requests a message is. */
export type RequestKind = FiscalRequest['kind'];

const KINDS: ReadonlyMap<string, RequestKind> = new Map([
  ['RegisterInvoiceRequest', 'invoice'],
  ['RegisterCashDepositRequest', 'cash-deposit'],
  ['RegisterTCRRequest', 'tcr'],
]);

/** The kind that an element of the SOAP body announces; null for any other element. */
export function kindOf(elementName: string): RequestKind | null {
  return KINDS.get(elementName) ?? null;
}

/** Reads a request element that the schema has passed. */
export function readRequest(kind: RequestKind, tree: XmlTree): FiscalRequest {
  const header = child(readHeader)(tree, 'Header');
  switch (kind) {
    case 'invoice': {
      const invoice = child(readInvoice)(tree, 'Invoice');
      return { kind, header, issuerTin: issuerTin(invoice), invoice };
    }
    case 'cash-deposit': {
      const deposit = child(readDeposit)(tree, 'CashDeposit');
      return { kind, header, issuerTin: deposit.issuerTin, deposit };
    }
    case 'tcr': {
      const tcr = child(readTcr)(tree, 'TCR');
      return { kind, header, issuerTin: tcr.issuerTin, tcr };
    }
  }
}
