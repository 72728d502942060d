// What the law says about an invoice, without any I/O.

export { advanceInvoice, RECEIPT_CHECK_LAG_MS } from './advance-invoice.ts';
export type {
  Cause,
  InvoiceFacts,
  NumberOutcome,
  Obstacle,
  ReplyFact,
  Step,
} from './advance-invoice.ts';
export * from './identifiers/codes.ts';

export type {
  Buyer,
  CashRegisterCodes,
  ComputedInvoice,
  IicReference,
  InvoiceItem,
  InvoiceLine,
  InvoiceRequest,
  InvoiceTotals,
  IssuedInvoice,
  OriginalReference,
  SameTaxGroup,
  Seller,
  VatTreatment,
} from './invoice/invoice.ts';

export { ISSUE_CODES } from './issue.ts';
export type { Issue, IssueCode } from './issue.ts';

export {
  DecimalError,
  decimal,
  decimalPlaces,
  exactText,
  signOf,
  spread,
  sum,
  toDecimalText,
  toShortestText,
} from './money.ts';
export type { Decimal, DecimalText } from './money.ts';

export * from './reports/report.ts';
export * from './reports/sums.ts';
export * from './reports/printed-report.ts';
export { PAPERS } from './paper.ts';
export type { Paper } from './paper.ts';
export { DEFAULT_VAT_RATES, vatKey, vatRateText } from './invoice/vat.ts';
export { articleOf, EXEMPTIONS, legalBasesOf } from './invoice/exemptions.ts';
export type { Exemption } from './invoice/exemptions.ts';
export { computeInvoice } from './invoice/totals.ts';
export { computeCorrectable, warningsOfSale } from './invoice/documents/corrective/balance.ts';
export type { Correctable, DocumentInForce } from './invoice/documents/corrective/balance.ts';
export {
  computeAdvance,
  mostReferences,
  warningsOfAdvance,
} from './invoice/documents/advance/advance-account.ts';
export type {
  AdvanceAccount,
  AdvanceBalance,
  AdvancePayment,
} from './invoice/documents/advance/advance-account.ts';
export { decideElsewhere } from './invoice/documents/corrective/original-elsewhere.ts';
export type {
  RegisteredInvoice,
  RegisteredItem,
  RegisteredPayment,
  RootElsewhere,
} from './invoice/documents/corrective/original-elsewhere.ts';
export {
  decideDocument,
  isRootElsewhere,
  NO_RELATIONS,
  outdated,
} from './invoice/documents/decide-document.ts';
export type { Relations } from './invoice/documents/decide-document.ts';
export { messageNote, weighReplaced } from './invoice/documents/replaced-document.ts';
export type { ReplacedDocument } from './invoice/documents/replaced-document.ts';

export { validateInvoice } from './invoice/validate-invoice.ts';
export type { ValidationContext } from './invoice/validate-invoice.ts';
export * from './invoice/external-id.ts';
export { givenText, isIic } from './invoice/validate-text.ts';
export type { PartialInvoice, PartialItem } from './invoice/partial-invoice.ts';
export { isTin } from './invoice/validate-buyer.ts';
export { isCountryCode } from './identifiers/country-codes.ts';

export { buildCorrective } from './invoice/documents/corrective/build-corrective.ts';
export type { ReturnCall } from './invoice/documents/corrective/build-corrective.ts';
export { validateCorrective } from './invoice/documents/corrective/corrective-invoice.ts';

export {
  ALLOWED_PAYMENT_METHODS,
  PAYMENT_KINDS,
  PAYMENT_METHODS,
} from './invoice/payment-methods.ts';
export type { Payment, PaymentMethod } from './invoice/payment-methods.ts';
export { MAX_PAYMENTS, validatePaidTotal, wrongPaymentCount } from './invoice/payment-request.ts';
export * from './invoice/payments.ts';
export {
  DOCUMENT_KINDS,
  DOCUMENT_TYPES,
  PAYING_TYPES,
  takesBack,
} from './invoice/documents/document-kinds.ts';
export type { DocumentType } from './invoice/documents/document-kinds.ts';
export type { Words } from './words.ts';
export { needsInitialDeposit, validateCashAmount } from './deposit/cash-deposit.ts';
export * from './deposit/withdrawal.ts';

export {
  DEFAULT_ORDER_NUMBER_MAX_AHEAD,
  MAX_ORDINAL,
  MOST_CLOCK_TOLERANCE_MS,
  formatInvoiceNumber,
  isRegistrationCode,
  largestOrderNumber,
  orderNumberTooFar,
} from './invoice/invoice-number.ts';

export {
  cashRegisterEndedFailure,
  FAILURE_CODES,
  failureOf,
  FAILURES,
  ORIGINAL_FAILURE_CODES,
  parseFailure,
  tcrMissingFailure,
} from './failure.ts';
export type { Failure, FailureCode, StoredFailure } from './failure.ts';
export { KNOWN_FAULT_CODES, faultOf, remedyKeyOf } from './faults.ts';
export type { FailedSubject } from './faults.ts';
export type { Fault } from './faults.ts';
export {
  DELIVERY_ALARM_HOURS,
  DELIVERY_WINDOW_HOURS,
  deliveryDeadlines,
  REMAINING_BUCKET_HOURS,
  REMAINING_HOURS,
  URGENT_AFTER_HOURS,
} from './offline-delivery.ts';
export * from './remedy.ts';
export * from './local-time.ts';
export { hasEnded } from './cash-register.ts';
export * from './invoice/verification-url.ts';
export {
  LONGEST_LOGO_SIDE,
  MOST_LOGO_PIXELS,
  MOST_PRINTED_PIXELS,
  pictureSize,
} from './logo/picture-size.ts';
export * from './invoice/operators.ts';
export { FORMS, invoiceForm, NEWER_FORM_WARNING } from './forms.ts';
export { limitWarnings, MOST_WARNINGS } from './invoice/warnings.ts';
export { MAX_ITEMS, tooManyItems } from './invoice/validate-items.ts';
export { readSentences, sentence, SENTENCE_KEYS } from './sentences.ts';
