import type { Environment } from '../identifiers/codes.ts';
import type { DecimalText } from './invoice.ts';

/** The authority's page that a customer's QR code opens. Protocol §1; configurable. */
export const VERIFICATION_PAGES: Readonly<Record<Environment, string>> = {
  test: 'https://efitest.tax.gov.me/ic/#/verify',
  live: 'https://mapr.tax.gov.me/ic/#/verify',
};

/** What the QR text says, each value the exact text of the XML. */
export interface VerifiedInvoice {
  iic: string;
  tin: string;
  issueDateTime: string;
  ordinal: number;
  businessUnitCode: string;
  tcrCode: string;
  softwareCode: string;
  /** Total with VAT, 2 decimals; with its minus on a corrective. */
  total: DecimalText;
}

/**
 * The text of the QR code: the order of the values is fixed, and `:` and `+` stay literal, which
 * URLSearchParams would not do. No value can hold a character that must be escaped. Protocol §10;
 * decisions §3.
 */
export function verificationUrl(page: string, invoice: VerifiedInvoice): string {
  const values = [
    `iic=${invoice.iic}`,
    `tin=${invoice.tin}`,
    `crtd=${invoice.issueDateTime}`,
    `ord=${invoice.ordinal}`,
    `bu=${invoice.businessUnitCode}`,
    `cr=${invoice.tcrCode}`,
    `sw=${invoice.softwareCode}`,
    `prc=${invoice.total}`,
  ];
  return `${page}?${values.join('&')}`;
}
