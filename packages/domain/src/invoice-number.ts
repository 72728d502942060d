/** The parts of an invoice number. Protocol, InvNumSType. */
export interface InvoiceNumberParts {
  businessUnitCode: string;
  /** 1 … 999 999 999 999 999. */
  ordinal: number;
  /** Calendar year of Podgorica. */
  year: number;
  tcrCode: string;
}

/** The largest ordinal that the schema and a JSON number carry. Decisions §4. */
export const MAX_ORDINAL = 999_999_999_999_999;

const CODE = /^[a-z]{2}[0-9]{3}[a-z]{2}[0-9]{3}$/;
const ORDINAL = /^[1-9][0-9]{0,14}$/;
const YEAR = /^[0-9]{4}$/;

/** Whether the text is a code of the registry, `aa999aa999`. Protocol, RegistrationCodeSType. */
export function isRegistrationCode(text: string): boolean {
  return CODE.test(text);
}

/** XSD InvNum: `bb123bb123/9952/2019/cc123cc123`. */
export function formatInvoiceNumber(parts: InvoiceNumberParts): string {
  return `${parts.businessUnitCode}/${parts.ordinal}/${parts.year}/${parts.tcrCode}`;
}

/** The parts of an XSD InvNum; null if the text is none. */
export function parseInvoiceNumber(text: string): InvoiceNumberParts | null {
  const [businessUnitCode = '', ordinal = '', year = '', tcrCode = '', ...rest] = text.split('/');
  const isWellFormed =
    rest.length === 0 &&
    CODE.test(businessUnitCode) &&
    ORDINAL.test(ordinal) &&
    YEAR.test(year) &&
    CODE.test(tcrCode);
  if (!isWellFormed) return null;
  return { businessUnitCode, ordinal: Number(ordinal), year: Number(year), tcrCode };
}
