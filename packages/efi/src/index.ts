// The front door of the authority's protocol: messages, signatures, certificates and the client.
export { CertificateError } from './certificate-error.ts';
export type { CertificateErrorCode } from './certificate-error.ts';
export { createEfiClient } from './client.ts';
export type { EfiClient, EfiClientOptions, ExchangeOptions } from './client.ts';
export { isMessageTooLarge, messageBytes, messageTooLarge, wrapInEnvelope } from './envelope.ts';
export { findSimulator } from './find-simulator.ts';
export { computeIic, iicInput, iicOfSignature } from './iic.ts';
export type { Iic, IicFields } from './iic.ts';
export { MessageError } from './message-error.ts';
export { subsequentDeliveryAfter } from './outcome.ts';
export type {
  CashDepositOutcome,
  InvoiceOutcome,
  Outcome,
  RawAnswer,
  Refused,
  Registered,
  TcrOutcome,
  Unanswered,
  UnansweredReason,
} from './outcome.ts';
export type { Receipt, ReceiptCheckResult } from './receipt-check.ts';
export { registerCashDepositRequest } from './register-cash-deposit-request.ts';
export type { CashDepositMessage } from './register-cash-deposit-request.ts';
export { registerInvoiceRequest } from './register-invoice-request.ts';
export type { InvoiceMessage } from './register-invoice-request.ts';
export { registerTcrRequest } from './register-tcr-request.ts';
export type { TcrMessage } from './register-tcr-request.ts';
export type { MessageHeader, SubsequentDelivery } from './request-root.ts';
export { validateRequest } from './schema/validate-request.ts';
export { signRequest } from './sign-request.ts';
export { createSigner } from './signer.ts';
export type { Signer } from './signer.ts';
export { messageText } from './text.ts';
export type { TextEncoding } from './text.ts';
export { TrustAnchorError } from './trust-anchors.ts';
export type { CanonicalXml } from './xml-writer.ts';
