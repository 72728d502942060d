export { createFiscalClient } from './client.ts';
export type { FiscalClient, NamedInvoice } from './client.ts';
export { FiscalApiError, FiscalConnectionError, FiscalTimeoutError } from './errors.ts';
export type { ErrorBody } from './errors.ts';
export type { CallOptions, ClientOptions, WaitOptions } from './http.ts';
export type { RepeatOptions } from './repeat.ts';
export type {
  CancelRequest,
  CashDeposit,
  Failure,
  FailureProblem,
  Invoice,
  InvoicePage,
  InvoiceRequest,
  InvoiceStatuses,
  Item,
  ItemRequest,
  Problem,
  ReturnRequest,
  StatusQuery,
  StorageProblem,
  TakenProblem,
  TcrRegistration,
  ValidationProblem,
} from './generated/api.ts';
