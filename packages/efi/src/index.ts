// The authority's protocol: messages, signatures, certificates and the client.
export { CertificateError } from './certificate/certificate-error.ts';
export * from './transport/client.ts';
export { findSimulator } from './transport/find-simulator.ts';
export { computeIic, iicInput } from './signing/iic.ts';
export { MessageError } from './messages/message-error.ts';
export type {
  CashDepositOutcome,
  InvoiceOutcome,
  Outcome,
  Refused,
  TcrOutcome,
  Unanswered,
  UnansweredReason,
} from './outcome.ts';
export type { Receipt, ReceiptCheckResult } from './transport/receipt-check.ts';
export { registerCashDepositRequest } from './messages/register-cash-deposit-request.ts';
export { registerInvoiceRequest } from './messages/register-invoice-request.ts';
export type { InvoiceMessage } from './messages/register-invoice-request.ts';
export { registerTcrRequest } from './messages/register-tcr-request.ts';
export type { MessageHeader, SubsequentDelivery } from './messages/request-root.ts';
export { validateRequest } from './schema/validate-request.ts';
export { signRequest, signValidRequest } from './signing/sign-request.ts';
export * from './signing/signer.ts';
export type { TextEncoding } from './messages/text.ts';
export { examineTrustAnchors } from './reply/examine-trust-anchors.ts';
export type { CanonicalXml } from './messages/xml-writer.ts';
