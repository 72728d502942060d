export { createFiscalClient } from './client.ts';
export type { FiscalClient, NamedInvoice } from './client.ts';
export { FiscalApiError, FiscalConnectionError, FiscalTimeoutError } from './errors.ts';
export type { ErrorBody } from './errors.ts';
export { cursorFile } from './events.ts';
export type { CursorStore, EventOptions } from './events.ts';
export type { CallOptions, ClientOptions, WaitOptions } from './http.ts';
export type { RepeatOptions } from './repeat.ts';
export type {
  CancelRequest,
  CashDeposit,
  Drawer,
  Event,
  Failure,
  FailureProblem,
  Invoice,
  InvoicePage,
  InvoiceRequest,
  InvoiceStatuses,
  Item,
  ItemRequest,
  Journal,
  OutdatedProblem,
  Problem,
  Report,
  ReturnRequest,
  StatusQuery,
  StorageProblem,
  TakenProblem,
  TcrRegistration,
  ValidationProblem,
  WithdrawalOutcome,
  WithdrawalRequest,
} from './generated/api.ts';
