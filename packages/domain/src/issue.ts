/**
 * One thing wrong with what the caller sent. The caller's mistakes are data, never exceptions, and
 * are reported all at once (decisions §2).
 */
export interface Issue {
  /** Stable constant, listed in docs/errors.md. */
  code: string;
  /** Where in the payload: `items[2].vat.rate`; empty for the payload as a whole. */
  path: string;
  /** One readable English sentence. */
  message: string;
  /** With MORE_THAN_SOLD, MORE_THAN_PAID, ADVANCE_EXCEEDED: what is left, in `message`'s unit. */
  left?: number;
  /** With ALREADY_CANCELLED: ids of the correctives in force; first the one that took the last. */
  correctives?: string[];
  /** With CORRECTIVE_OUTDATED: the amounts as they would be now, in euros. */
  totals?: { withoutVat: number; vat: number; total: number };
  /** With CORRECTIVE_OUTDATED: the payments as they would be now, where it has several. */
  payments?: { method: string; amount: number }[];
  /** With PAYMENTS_DO_NOT_ADD_UP: of the payments, and what they are to be, in euros. */
  sums?: { payments: number; total: number };
}

/** Every code that a rule of this package reports; docs/errors.md is compared with this list. */
export const ISSUE_CODES = [
  'ADVANCE_EXCEEDED',
  'ADVANCE_IIC_MISMATCH',
  'ADVANCE_PAYMENT_IIC_REQUIRED',
  'ADVANCE_REPEATED',
  'ALREADY_CANCELLED',
  'AMOUNT_TOO_LARGE',
  'AMOUNT_ZERO',
  'BUYER_TIN_INVALID',
  'COMPANY_NOT_IN_VAT',
  'CONTROL_CHARACTER',
  'CORRECTIVE_OUTDATED',
  'CORRECTIVE_VAT_RATE_MISMATCH',
  'COUNTRY_UNKNOWN',
  'DATE_TIME_INVALID',
  'DISCOUNT_TOO_LARGE',
  'EXEMPTION_WITH_RATE',
  'EXPORT_NEEDS_BUYER',
  'EXPORT_WITH_VAT',
  'IIC_INVALID',
  'ITEMS_REQUIRED',
  'LINE_REPEATED',
  'MORE_THAN_PAID',
  'MORE_THAN_SOLD',
  'NEGATIVE_NOT_ALLOWED',
  'NOTHING_LEFT',
  'NOT_AN_ADVANCE',
  'OPERATOR_UNKNOWN',
  'ORDER_NOT_ALONE',
  'ORDER_NUMBER_OUT_OF_RANGE',
  'ORIGINAL_ISSUED_AT_MISMATCH',
  'ORIGINAL_NOT_FISCALIZED',
  'ORIGINAL_NOT_FOUND',
  'ORIGINAL_REQUIRED',
  'ORIGINAL_TYPE_MISMATCH',
  'PAYMENTS_COUNT',
  'PAYMENTS_DO_NOT_ADD_UP',
  'PAYMENT_METHOD_NOT_ALLOWED',
  'PAYMENT_METHOD_NOT_PAID',
  'PERCENTAGE_OUT_OF_RANGE',
  'QUANTITY_NOT_POSITIVE',
  'QUANTITY_ZERO',
  'RANGE_TOO_LONG',
  'REPLACED_NOT_CANCELLED',
  'REPLACES_NOT_ALLOWED',
  'RETURN_MIXED',
  'RETURN_OF_CORRECTIVE',
  'SIGN_MISMATCH',
  'TAX_PERIOD_INVALID',
  'TEXT_EMPTY',
  'TEXT_TOO_LONG',
  'TOO_MANY_DECIMALS',
  'TOO_MANY_ITEMS',
  'VALUE_UNKNOWN',
  'VAT_RATE_NOT_ALLOWED',
] as const;
export type IssueCode = (typeof ISSUE_CODES)[number];

/** An issue of this package's own rules. */
export function issue(code: IssueCode, path: string, message: string): Issue {
  return { code, path, message };
}
