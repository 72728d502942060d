import type { Environment } from '../identifiers/codes.ts';
import { parseInstant } from '../local-time.ts';
import { isRegistrationCode, MAX_ORDINAL } from './invoice-number.ts';
import type { DecimalText } from '../money.ts';

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

const LEGAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

/** What each value has to be, by the name of its parameter. */
const VALUES: Readonly<Record<string, (value: string) => boolean>> = {
  iic: (value) => /^[0-9A-Fa-f]{32}$/.test(value),
  tin: (value) => /^\d{8}(\d{5})?$/.test(value),
  crtd: (value) => LEGAL_TIME.test(value) && parseInstant(value) !== null,
  ord: (value) => /^[1-9]\d{0,9}$/.test(value) && Number(value) <= MAX_ORDINAL,
  bu: isRegistrationCode,
  cr: isRegistrationCode,
  sw: isRegistrationCode,
  prc: (value) => /^-?(0|[1-9]\d{0,13})\.\d\d$/.test(value),
};

/**
 * What the text of a QR code says, of whatever host; values may be percent-encoded, as some clients
 * write them. Null where it is no such text, or a value of it is none. Protocol §10.
 */
export function readVerificationUrl(text: string): VerifiedInvoice | null {
  const query = text.trim().split('?')[1] ?? '';
  const said = new Map<string, string>();
  for (const [name = '', value = ''] of query.split('&').map((each) => each.split('=', 2))) {
    said.set(name, value);
  }
  const values: Record<string, string> = {};
  for (const [name, isValue] of Object.entries(VALUES)) {
    const value = decoded(said.get(name));
    if (value === null || !isValue(value)) return null;
    values[name] = value;
  }
  const { iic = '', tin = '', crtd = '', ord, bu = '', cr = '', sw = '', prc = '' } = values;
  return {
    iic: iic.toUpperCase(),
    tin,
    issueDateTime: crtd,
    ordinal: Number(ord),
    businessUnitCode: bu,
    tcrCode: cr,
    softwareCode: sw,
    total: prc,
  };
}

function decoded(value: string | undefined): string | null {
  try {
    return decodeURIComponent(value ?? '');
  } catch {
    return null;
  }
}
