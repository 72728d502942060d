// The shapes of an invoice: what the client sends (InvoiceRequest) and what the law makes of it
// (ComputedInvoice). Both are plain JSON data, so that they can be stored and read back unchanged.

import type { Exemption } from './exemptions.ts';
import type { Payment } from './payment-methods.ts';
import type { PaymentRequest } from './payment-request.ts';
import type { DocumentType } from './documents/document-kinds.ts';
import type { BuyerIdType, TypeOfInvoice } from '../identifiers/codes.ts';
import type { DecimalText } from '../money.ts';

/** One line as the client sent it. Spec, Item. */
export interface InvoiceItem {
  name: string;
  code?: string | null | undefined;
  unit?: string | null | undefined;
  /**
   * Euros; with VAT if the company's `pricesIncludeVat` is set, else without. At most 4 decimals.
   */
  unitPrice: number;
  /** At most 3 decimals; negative, together with `unitPrice`, on a line that cancels. */
  quantity: number;
  /** Percent; 0 with an exemption. */
  vat: { rate: number; exemption?: Exemption | null | undefined };
  /** Percent, 0 … 100. */
  rebatePercentage?: number | null | undefined;
  rebateReducingBase?: boolean | null | undefined;
  /** Whether the goods leave the country. Extensions §5. */
  isExport?: boolean | null | undefined;
}

/** The buyer as the client sent it. Spec, Buyer; required fields by decisions §4. */
export interface Buyer {
  idType: BuyerIdType;
  idNumber: string;
  name: string;
  address?: string | null | undefined;
  city?: string | null | undefined;
  /** ISO 3166 alpha-3; `MNE` where absent. */
  country?: string | null | undefined;
}

/** Reference of a corrective to its original. Spec, Original reference. */
export interface OriginalReference {
  /** IIC of the original: 32 hexadecimal characters, upper case. */
  id: string;
  /** `fiscalizedAt` of the original, ISO 8601. */
  issuedAt: string;
  /** Not sent: set where the original is not stored here, and the authority says what it is. */
  source?: 'authority';
}

/** The payload after its shape was checked. Spec, Invoice request payload. */
export interface InvoiceRequest extends PaymentRequest {
  type: DocumentType;
  /** 0: the service assigns the ordinal. */
  orderNumber: number;
  typeOfInvoice: TypeOfInvoice;
  /** ISO 8601 date-time. */
  paymentDeadline: string;
  items: InvoiceItem[];
  buyer?: Buyer | null | undefined;
  note?: string | null | undefined;
  /** Euros without VAT, at most 4 decimals; spread over the lines (decisions §5). */
  discountAmount?: number | null | undefined;
  operatorName?: string | null | undefined;
  original?: OriginalReference | null | undefined;
  /** What the client calls the document, for safe repeats. Extensions §9. */
  externalId?: string | null | undefined;
  /** Month of the tax period, `11/2026`. Extensions §6. */
  taxPeriod?: string | null | undefined;
  /** IIC of the cancelled document whose place this one takes. Extensions §6. */
  replaces?: string | null | undefined;
}

/** How something is taxed: at a rate, exempt, or neither (of a company outside VAT). */
export interface VatTreatment {
  /** XSD VR in percent with 2 decimals; null where it is exempt, and outside VAT. */
  vatRate: DecimalText | null;
  /** XSD EX; absent where there is a rate, and outside VAT. */
  exemption?: Exemption;
}

/** One line with every amount the authority asks for. Amounts have 4 decimals. Decisions §5. */
export interface InvoiceLine extends VatTreatment {
  name: string;
  code: string | null;
  unit: string;
  /** Carries the sign of the line; shortest form with at most 3 decimals. */
  quantity: DecimalText;
  /** XSD UPB: without VAT, before rebate; never negative. */
  unitPriceBeforeVat: DecimalText;
  /** XSD UPA: with rebate and VAT, total / quantity; never negative. */
  unitPriceAfterVat: DecimalText;
  /** The client's rebate in percent, shortest form; null if none. */
  rebatePercentage: DecimalText | null;
  /**
   * XSD R: the client's rebate and the line's share of `discountAmount` in one percentage, shortest
   * form with at most 4 decimals; null with neither.
   */
  effectiveRebatePercentage: DecimalText | null;
  /**
   * XSD RR: false if the calculation started from the price with VAT, with a rebate or without;
   * true if a rebate was taken from the price without VAT; null where neither needs to be said.
   */
  rebateReducingBase: boolean | null;
  /** The line's share of `discountAmount`, with the line's sign; `base` is already net of it. */
  discount: DecimalText;
  /** XSD PB. */
  base: DecimalText;
  /** XSD VA; zero where it is exempt. */
  vat: DecimalText;
  /** XSD PA. */
  total: DecimalText;
  /** Absent where it is none. */
  isExport?: true;
}

/** XSD SameTax: the lines of one rate or exemption. Amounts have 4 decimals. */
export interface SameTaxGroup extends VatTreatment {
  itemCount: number;
  base: DecimalText;
  vat: DecimalText;
}

/** Totals of the invoice, 2 decimals; `total` = `withoutVat` + `vat` exactly. */
export interface InvoiceTotals {
  withoutVat: DecimalText;
  vat: DecimalText;
  total: DecimalText;
  /** XSD TaxFreeAmt: bases of exempt lines that are no exports; absent where there is none. */
  taxFree?: DecimalText;
  /** XSD GoodsExAmt: totals of exports; absent where there is none. */
  exported?: DecimalText;
}

/** What the law makes of the lines. Computed once, when the invoice is stored. */
export interface ComputedInvoice {
  lines: InvoiceLine[];
  /** By rate, highest first, then by exemption; empty for a company outside VAT. */
  sameTaxGroups: SameTaxGroup[];
  totals: InvoiceTotals;
  /** Decimals of all item amounts in the XML: the fewest of 2, 3, 4 that loses nothing. */
  decimals: 2 | 3 | 4;
  /** Absent where `paymentMethod` of the request pays the total: `paymentsOf` says both. */
  payments?: readonly Payment[];
}

/** The issuer as it is written into the XML and printed. A snapshot is kept with each invoice. */
export interface Seller {
  tin: string;
  name: string;
  address: string;
  town: string;
  /** ISO 3166 alpha-3. */
  country: string;
  isInVat: boolean;
  vatNumber: string | null;
  bankAccount: string | null;
  /** Of the person at the till; absent where it is the cash register's. Extensions §3. */
  operatorCode?: string;
  /** The town of the business unit; absent where it is the seat's. Extensions §4. */
  placeOfIssue?: string;
}

/** The codes of the cash register that issues. Each `aa999aa999`. */
export interface CashRegisterCodes {
  businessUnitCode: string;
  tcrCode: string;
  softwareCode: string;
  operatorCode: string;
  maintainerCode: string;
}

/** XSD IICRef: an issued invoice that another one names, with the amount that it is named for. */
export interface IicReference {
  iic: string;
  /** XSD IssueDateTime as the named invoice's message wrote it. */
  issueDateTime: string;
  /** Positive, 2 decimals. */
  amount: DecimalText;
}

/** What was fixed when the invoice was signed; never changes afterwards (decisions §6). */
export interface IssuedInvoice {
  /** XSD InvOrdNum. */
  ordinal: number;
  /** XSD InvNum: `businessUnit/ordinal/year/tcr`. */
  invoiceNumber: string;
  /** XSD IssueDateTime, Podgorica time with offset: `2026-07-11T15:51:04+02:00`. */
  issueDateTime: string;
  /** 32 hexadecimal characters, upper case. */
  iic: string;
  /** 512 hexadecimal characters, upper case. */
  iicSignature: string;
  /** XSD IICRefs: what a corrective of an advance has to name; else empty. Decisions §4. */
  iicReferences: IicReference[];
}
