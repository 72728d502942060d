// Examples of error bodies: what a run of the service returned. A declared table; tests hold every
// example against its schema and see that no code is without one.

import { sentence, REMEDIES } from '@fiscal/domain';
import type { FailureCode } from '@fiscal/domain';
import type { ApiProblemCode } from '../http/refusal/problems.ts';
import type { Stored } from '../http/refusal/refusal.ts';

const requestId = '01a1fc55-2cdf-73ef-aa77-43205231e756';
const invoiceId = '01a1fc55-2b85-7790-9d8c-cbe1fdcebe7e';
const tcrCode = 'ia414gd659';

export interface ErrorExample {
  error: string;
  code: string;
  requestId: string;
}

/** Codes whose responses list `details`. */
type ValidationProblem =
  'FIELD_REQUIRED' | 'FIELD_TYPE_INVALID' | 'QUERY_INVALID' | 'TYPE_OF_INVOICE_NOT_CASH';

/** The codes of a call that have examples of their own. */
export type ExampledProblem = Exclude<ApiProblemCode, ValidationProblem>;

const NOTHING_STORED = { stored: 'no' } as const;
const from = '2026-11-21T09:00:00.000Z';
const PROBLEM_SENTENCES: Readonly<
  Record<Exclude<ExampledProblem, 'STORAGE_UNAVAILABLE'>, [error: string, more?: object]>
> = {
  INVALID_API_KEY: ['Invalid API key.'],
  COMPANY_PAUSED: ['Company is paused.'],
  ENVIRONMENT_MISMATCH: ['Key does not match the environment.'],
  LIVE_ENDPOINT_MISSING: [sentence('liveEndpointMissing')],
  NOT_FOUND: ['There is no such invoice.'],
  INVOICE_DETACHED: ['What the invoice says is older than five years and put away.'],
  METHOD_NOT_ALLOWED: ['DELETE is not possible here.'],
  CASH_REGISTER_MISSING: [
    'The company has no cash register for this environment; add one in the panel.',
  ],
  EXTERNAL_ID_TAKEN: [
    `The externalId belongs to another call: the invoice ${invoiceId}, which is Fiscalized. They ` +
      'differ in items[0].quantity.',
    { invoiceId, status: 'Fiscalized', differs: ['items[0].quantity'] },
  ],
  SUPERSEDED: [
    `Another call with the same externalId has superseded the invoice: fiscalize ${invoiceId}.`,
    { invoiceId },
  ],
  CURSOR_OUTDATED: [`The feed goes on from another place: call again with from=${from}.`, { from }],
  PDF_NOT_AVAILABLE: ['The invoice is Draft; a PDF exists once it is Fiscalized or Offline.'],
  DAY_NOT_OVER: ['2026-11-26 is not over: the report "state" says how it is now.'],
  BODY_TOO_LARGE: ['The body is larger than 1 MiB.'],
  UNSUPPORTED_MEDIA_TYPE: ['The Content-Type must be application/json.'],
  RATE_LIMITED: ['Rate limit: too many requests; wait and try again.'],
  MALFORMED_JSON: ['The body is not valid JSON in UTF-8.'],
  BODY_NOT_AN_OBJECT: ['The body must be a JSON object.'],
  INTERNAL_ERROR: [
    'Something broke on our side; nothing is lost. Read the invoice before you repeat the call.',
  ],
  PDF_NOT_READY: ['The PDF is being rendered; ask again in a moment.'],
  CALL_NOT_ANSWERED: ['The call was not made in time; repeat it.'],
  OBJECT_STORE_UNAVAILABLE: ['What is kept in the object store cannot be read now.'],
  OBJECT_NOT_INTACT: ['The object store has lost or changed what was asked for.'],
  SERVICE_CLOCK_WRONG: [
    'The clock of this API is 25.0 h ahead of PostgreSQL’s: it stores no invoice until the wrong one ' +
      'is corrected (NTP). Nothing was stored: repeat the call as it is.',
    NOTHING_STORED,
  ],
  NUMBERS_UNCONFIRMED: [
    'The database was restored or replaced. Whether this sale is registered already is not known ' +
      'until the last number of the cash register is confirmed. Nothing was stored: repeat the call ' +
      'as it is.',
    NOTHING_STORED,
  ],
  NEWER_FORM: [
    `A newer release of the service has stored the invoice ${invoiceId}, and this process does not ` +
      'know its form. Nothing was stored: repeat the call as it is.',
    NOTHING_STORED,
  ],
  SERVICE_BUSY: [
    'The service holds as many bodies as it can. Repeat the call as it is.',
    NOTHING_STORED,
  ],
};

type Examples = Readonly<Record<string, ErrorExample>>;
const ofSentences = Object.fromEntries(
  Object.entries(PROBLEM_SENTENCES).map(([code, [error, more]]) => [
    code,
    { [code]: { error, code, requestId, ...more } },
  ]),
) as Record<keyof typeof PROBLEM_SENTENCES, Examples>;

/** Of each code of the API itself, by their summaries. */
export const PROBLEM_EXAMPLES: Readonly<Record<ExampledProblem, Examples>> = {
  ...ofSentences,
  // What is known of a call during which the storage went away.
  STORAGE_UNAVAILABLE: {
    'nothing was stored': storage('no', 'Nothing was stored or changed: repeat the call as it is.'),
    'not known': storage(
      'unknown',
      'Whether the invoice was stored is not known: after the seconds of Retry-After read ' +
        `GET /api/invoices/${invoiceId} before you repeat the call; 404 then means that it was not ` +
        'stored, and never will be.',
    ),
    'the invoice is stored': storage(
      'yes',
      `The invoice is stored: read GET /api/invoices/${invoiceId}, and do not create it again.`,
    ),
  },
};

/** Bodies that are no JSON object. */
export const UNREADABLE_EXAMPLES = {
  ...PROBLEM_EXAMPLES.MALFORMED_JSON,
  ...PROBLEM_EXAMPLES.BODY_NOT_AN_OBJECT,
};

/** Refused payloads and queries. */
export const VALIDATION_EXAMPLES = {
  'several problems at once': refusal(
    ['FIELD_REQUIRED', 'items[1].unitPrice', 'items[1].unitPrice is required.'],
    [
      'PAYMENT_METHOD_NOT_ALLOWED',
      'paymentMethod',
      'Payment method not allowed for non-cash invoices.',
    ],
    ['VAT_RATE_NOT_ALLOWED', 'items[0].vat.rate', 'items[0].vat.rate must be one of 21, 15, 7, 0.'],
  ),
  'a wrong JSON type': refusal([
    'FIELD_TYPE_INVALID',
    'items[0].quantity',
    'items[0].quantity must be a number.',
  ]),
  'a corrective without its original': refusal([
    'ORIGINAL_REQUIRED',
    'original',
    'IIC and issue date of the original are required.',
  ]),
  'quantity 0 on a corrective': refusal([
    'QUANTITY_ZERO',
    'items[0].quantity',
    'Quantity on a corrective must not be 0.',
  ]),
};

const FIRST_CANCELLATION = '01a1fc55-2bae-73e0-8f36-41c507a1d2ff';
const cancelled = {
  code: 'ALREADY_CANCELLED',
  message: sentence('originalCancelled', { id: FIRST_CANCELLATION }),
};

/** Fiscalize: another corrective has taken what this one takes back. */
export const ALREADY_CANCELLED_EXAMPLE = {
  error: cancelled.message,
  code: cancelled.code,
  details: [{ ...cancelled, path: 'original.id', correctives: [FIRST_CANCELLATION] }],
  invoiceId: '01a1fc55-2bc1-7d4e-9a57-6a1f5e0b4c11',
  requestId,
};

/** Only create-and-print: it is for cash invoices. */
export const NOT_CASH_EXAMPLE = refusal([
  'TYPE_OF_INVOICE_NOT_CASH',
  'typeOfInvoice',
  'Only cash invoices can be created and printed in one step.',
]);

/** Queries that are refused. */
export const QUERY_EXAMPLES = {
  'of a list': refusal(['QUERY_INVALID', 'limit', 'limit must be at most 200.']),
  'of a report': refusal(['RANGE_TOO_LONG', 'to', 'A report must have at most 366 days.']),
  'of a PDF': refusal(['QUERY_INVALID', 'paper', 'paper must be one of a4, 80mm.']),
  'of events': refusal(
    ['QUERY_INVALID', 'limit', 'limit must be at most 500.'],
    ['QUERY_INVALID', '', 'The query must have either after or from.'],
  ),
};

/** Only the statuses. */
export const STATUS_QUERY_EXAMPLE = refusal(['QUERY_INVALID', 'ids[1]', 'ids[1] must be a UUID.']);

/** Of a deposit or withdrawal. */
export const CASH_AMOUNT_EXAMPLE = refusal([
  'NEGATIVE_NOT_ALLOWED',
  'cashAmount',
  'cashAmount must not be negative.',
]);

/** Of each way that fiscalization fails. */
const FAILURE_SENTENCES: Readonly<
  Record<FailureCode, [error: string, remedy: string, change?: object]>
> = {
  INITIAL_DEPOSIT_FAILED: [
    'The INITIAL cash deposit failed (code 53): TCR is not registered',
    'Call POST /api/tcr/register with {} and check the ENU in the admin panel.',
    { efiCode: 53, efiMessage: 'TCR is not registered' },
  ],
  WITHDRAWAL_REFUSED: [
    'The tax authority refused the withdrawal (code 53): TCR is not registered',
    `${REMEDIES.tcr} ${sentence('enterAgain')}`,
    { efiCode: 53, efiMessage: 'TCR is not registered' },
  ],
  EFI_REFUSED: [
    'The tax authority refused the invoice (code 11): TCR is not valid',
    REMEDIES.tcrInactive,
    { efiCode: 11, efiMessage: 'TCR is not valid' },
  ],
  CASH_REGISTER_ENDED: [
    'The last day of use of the cash register has passed.',
    REMEDIES.otherCashRegister,
  ],
  ORDER_NUMBER_TAKEN: [
    'The order number 12 belongs to another invoice of this cash register and year.',
    'Create the invoice again with a free orderNumber, or with 0 to have one assigned.',
  ],
  ORDER_NUMBER_TOO_FAR: [
    'orderNumber 2147483647 is too far beyond the highest number in use of this cash register and ' +
      'year: at most 1000012 can be taken now.',
    'Create the invoice again with a lower orderNumber, or with 0 to have one assigned.',
  ],
  MESSAGE_TOO_LARGE: [
    'The message to the tax authority would have up to 184204 bytes, and it takes at most 150000: ' +
      'split the invoice.',
    'Create several smaller invoices instead.',
  ],
  ORIGINAL_NOT_FOUND: [
    'The tax authority knows no invoice of the TIN 12345678 with the IIC ' +
      '0123456789ABCDEF0123456789ABCDEF and the issue time 2026-07-11T15:51:04+02:00.',
    REMEDIES.correctCorrective,
  ],
  ORIGINAL_TYPE_MISMATCH: [
    'typeOfInvoice must be NonCash, as on the original.',
    REMEDIES.correctCorrective,
  ],
  PAYMENT_METHOD_NOT_ALLOWED: [
    'Payment method not allowed: the original was paid by CARD.',
    REMEDIES.correctCorrective,
  ],
  CORRECTIVE_VAT_RATE_MISMATCH: [
    'items[0].vat.rate must be the rate of the original line: 7.',
    REMEDIES.correctCorrective,
  ],
  MORE_THAN_PAID: [
    'The corrective gives back 12.10 by CARD, of which 4.84 is left.',
    REMEDIES.correctCorrective,
  ],
  MORE_THAN_SOLD: [
    'The corrective takes back more than was sold: 12.10 with VAT, of which 4.84 is left.',
    REMEDIES.correctCorrective,
  ],
  ALREADY_CANCELLED: [ALREADY_CANCELLED_EXAMPLE.error, REMEDIES.correctCorrective],
  TCR_NOT_REGISTERED: [
    'The cash register is not registered with the tax authority.',
    'Check the ENU in the admin panel or call POST /api/tcr/register with {}.',
    { tcrCode: null },
  ],
  TCR_CODE_TAKEN: [
    'The tax authority gave the TCR code ia414gd659. The cash register "Kasa 1" has it, so it was ' +
      'not stored on this one.',
    'Clear the code on that cash register in the admin panel if it does not belong there; then ' +
      'repeat the call: the authority gives the same code again.',
  ],
  REQUEST_NOT_VALID: [
    'The message could not be written as the tax authority asks for it. Nothing was sent.',
    'Report it to the operator of the service.',
  ],
  EFI_SIGNATURE_REFUSED: [
    'The tax authority refused the invoice (code 29): The cryptographic signature is wrong',
    'Report it to the operator of the service: the message was refused.',
    { efiCode: 29, efiMessage: 'The cryptographic signature is wrong' },
  ],
  EFI_CLOCK_REFUSED: [
    'The tax authority refused the invoice (code 2): Sending time differs',
    'Correct the clock of the service, then fiscalize again.',
    { efiCode: 2, efiMessage: 'Sending time differs' },
  ],
  CLOCK_WRONG: [
    'The clock of the service is 95 s ahead of the clock of the tax authority. Nothing is signed ' +
      'until it is set right.',
    'The operator of the service sets its clock right; then call fiscalize again.',
    { retryable: true },
  ],
  NUMBERS_UNCONFIRMED: [
    'The database was restored or replaced. Nothing is signed until the last number of the cash ' +
      'register is confirmed.',
    'Confirm the last number of the cash register in the admin panel, then fiscalize again.',
    { retryable: true },
  ],
  CERTIFICATE_ERROR: [
    'The company has no certificate for this environment.',
    'Upload a valid fiscal certificate of the company in the admin panel.',
  ],
  VAULT_IDENTITY_WRONG: [
    'The sealed private key can not be opened with this identity.',
    'The operator of the service gives its workers the identity that opens the stored private keys; ' +
      'then call fiscalize again.',
    { retryable: true },
  ],
  EFI_UNAVAILABLE: [
    'The tax authority did not reply: The caller gave up.',
    'Call fiscalize again: it continues with the same number and IIC.',
    { retryable: true },
  ],
};

/** One example for each way that fiscalization fails. */
export const FAILURE_EXAMPLES = Object.fromEntries<ErrorExample>(
  Object.entries(FAILURE_SENTENCES).map(([code, [error, remedy, change]]) => {
    const known = { tcrCode, efiCode: null, efiMessage: null, retryable: false };
    return [code, { error, code, ...known, remedy, ...change, invoiceId, requestId }];
  }),
) as Readonly<Record<FailureCode, ErrorExample>>;

/** The same failure where no invoice is concerned: onboarding calls. */
export function withoutInvoice(failed: ErrorExample): ErrorExample {
  return Object.fromEntries(
    Object.entries(failed).filter(([name]) => name !== 'invoiceId'),
  ) as unknown as ErrorExample;
}

function storage(stored: Stored, advice: string): ErrorExample {
  const error = `The storage of the service cannot be used now. ${advice}`;
  const known = stored === 'no' ? { stored } : { stored, invoiceId };
  return { error, code: 'STORAGE_UNAVAILABLE', requestId, ...known };
}

function refusal(...problems: [code: string, path: string, message: string][]) {
  const details = problems.map(([code, path, message]) => ({ code, path, message }));
  const [first] = details;
  return { error: first?.message ?? '', code: first?.code ?? '', details, requestId };
}
