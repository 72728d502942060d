// Every public error code in words: what causes it and what the shop does about it. A declared table;
// docs/errors.md and the OpenAPI document show it. A code without an entry does not compile.

import type { IssueCode } from '@fiscal/domain';
import type { FAILURE_STATUS, ProblemCode } from '../http/problem-response.ts';

/** Codes of a failed fiscalization. */
export type FailureCode = keyof typeof FAILURE_STATUS;

/** Every code that an answer can carry. */
export type PublicCode = ProblemCode | FailureCode | IssueCode;

/** A code in words: Markdown sentences. */
export interface ErrorExplanation {
  cause: string;
  remedy: string;
}

const READ_FIRST = 'Read the original and copy the value.';
const OPERATOR = 'Tell the operator of the service.';

/** The call as a whole was not accepted. */
export const PROBLEMS: Readonly<Record<ProblemCode, ErrorExplanation>> = {
  INVALID_API_KEY: {
    cause: 'The key is missing, mistyped, expired or revoked.',
    remedy: 'Send `Authorization: Bearer <API_KEY>` with a key from the admin panel.',
  },
  COMPANY_PAUSED: {
    cause: 'The company is paused.',
    remedy: 'Ask the operator of the service to make it active again.',
  },
  ENVIRONMENT_MISMATCH: {
    cause: 'A live key is used for a company that is not live yet.',
    remedy: 'Use a test key, or have the company set to live.',
  },
  LIVE_ENDPOINT_MISSING: {
    cause: 'A live key is to sell where the service has no live endpoint of the authority.',
    remedy: `Use a test key. ${OPERATOR} \`EFI_LIVE_URL\` is not set there.`,
  },
  NOT_FOUND: {
    cause:
      'There is no such path, or no such invoice for this key: it may belong to the other ' +
      'environment, or not be a cash invoice.',
    remedy: 'Check the path and the id, and that test and live are not mixed.',
  },
  METHOD_NOT_ALLOWED: {
    cause: 'The path exists, but not with this method.',
    remedy: 'Use a method that the `Allow` header names.',
  },
  CASH_REGISTER_MISSING: {
    cause: 'The company has no cash register in the environment of the key.',
    remedy: 'Add one in the admin panel.',
  },
  PDF_NOT_AVAILABLE: {
    cause:
      'The invoice is `Draft`, `Pending` or `Failed` and was never handed out as `Offline`: there is ' +
      'nothing to print.',
    remedy: 'Ask again once it is `Fiscalized` or `Offline`.',
  },
  BODY_TOO_LARGE: {
    cause:
      'The body is larger than 1 MiB, nested deeper than 32 levels, or, in the panel, of more than ' +
      '2 000 values.',
    remedy: 'Split the invoice; send the fields of the request and no others.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    cause: 'The body is not declared as JSON, or it is compressed.',
    remedy: 'Send `Content-Type: application/json`, and no `Content-Encoding`.',
  },
  RATE_LIMITED: {
    cause:
      'The key has made too many calls, the address too many with a bad key, or the company has more ' +
      'than two bodies above 128 KiB in hand.',
    remedy: 'Wait the seconds of `Retry-After`, then go on.',
  },
  MALFORMED_JSON: {
    cause: 'The body is not valid JSON in UTF-8.',
    remedy: 'Build the body with a JSON library.',
  },
  BODY_NOT_AN_OBJECT: {
    cause: 'The body is JSON, but not an object.',
    remedy: 'Send a JSON object.',
  },
  FIELD_REQUIRED: {
    cause: 'A required field is missing.',
    remedy: 'Send the field that `path` names.',
  },
  FIELD_TYPE_INVALID: {
    cause: 'A field has another JSON type than it should.',
    remedy: 'Send the type that the message names: numbers without quotes, for example.',
  },
  QUERY_INVALID: {
    cause: 'A parameter of the list is unknown or has no valid value.',
    remedy: 'Correct the parameter that `path` or the message names.',
  },
  TYPE_OF_INVOICE_NOT_CASH: {
    cause: 'An invoice other than a cash invoice was sent to create-and-print.',
    remedy: 'Create a draft and fiscalize it.',
  },
  INTERNAL_ERROR: {
    cause: 'Something broke on our side. Nothing that was stored is lost.',
    remedy:
      'Look the invoice up by its id or note before you repeat a call. If it happens again, tell ' +
      'the operator the `requestId`.',
  },
  PDF_NOT_READY: {
    cause: 'The PDF was asked for and is being rendered; it is made at its first request.',
    remedy: 'Ask again after the seconds of `Retry-After`.',
  },
  CALL_NOT_ANSWERED: {
    cause:
      'The onboarding call was not made in time, because the service is busy or its worker away.',
    remedy: 'Repeat the call: what was registered already is not registered twice.',
  },
  STORAGE_UNAVAILABLE: {
    cause:
      'The storage of the service (PostgreSQL) cannot be used now. `stored` says what became of the ' +
      'call: `no`, `unknown` or `yes`.',
    remedy:
      'Wait the seconds of `Retry-After`. `no`: repeat the call as it is. `unknown`: read ' +
      '`GET /api/invoices/{id}` of `invoiceId` before you repeat it; 404 means that nothing was ' +
      'stored. `yes`: read it, and do not create it again.',
  },
};

/** Fiscalization failed: codes of the failure body, and of `error` in a `Failed` record. */
export const FAILURES: Readonly<Record<FailureCode, ErrorExplanation>> = {
  INITIAL_DEPOSIT_FAILED: {
    cause: 'The authority refused the INITIAL deposit of the day; `efiCode` says why.',
    remedy: 'Do what `remedy` says, then fiscalize the invoice again.',
  },
  EFI_REFUSED: {
    cause: 'The authority refused the invoice or the cash register; `efiCode` says why.',
    remedy: 'Do what `remedy` says (see the codes of the authority), then fiscalize again.',
  },
  ORDER_NUMBER_TAKEN: {
    cause: 'The `orderNumber` belongs to another invoice of this cash register and year.',
    remedy: 'Create the invoice with a free number, or with 0 to have one assigned.',
  },
  ORDER_NUMBER_TOO_FAR: {
    cause:
      'The `orderNumber` is more than 1 000 000 (as configured) beyond the highest in use of this ' +
      'cash register and year.',
    remedy: 'Create the invoice with a lower number, or with 0 to have one assigned.',
  },
  MESSAGE_TOO_LARGE: {
    cause:
      "The invoice's message to the authority would have more than 150 000 bytes: too many lines, " +
      'or too long names.',
    remedy: 'Split the invoice.',
  },
  TCR_NOT_REGISTERED: {
    cause: 'The cash register has no TCR code (ENU) yet.',
    remedy: 'Check the ENU in the admin panel or call `POST /api/tcr/register` with `{}`.',
  },
  TCR_CODE_TAKEN: {
    cause:
      'Onboarding: another cash register has the TCR code that the authority gave (`tcrCode`); it ' +
      'was not stored here.',
    remedy: 'Clear it there in the admin panel, or have an operator do so, and call again.',
  },
  REQUEST_NOT_VALID: {
    cause:
      "The message cannot be written as the authority's schema asks for it: a mistake of the " +
      'service. Nothing was sent.',
    remedy: OPERATOR,
  },
  EFI_SIGNATURE_REFUSED: {
    cause: 'The authority refused the signature of the message.',
    remedy: OPERATOR,
  },
  EFI_CLOCK_REFUSED: {
    cause: 'The authority says that the time of the message is wrong.',
    remedy: `${OPERATOR} Fiscalize again once the clock is right.`,
  },
  CLOCK_WRONG: {
    cause:
      'The clocks of service, database and authority disagree, or the last issue time is ahead. ' +
      'Nothing is signed.',
    remedy: `${OPERATOR} Fiscalize again once the clock is right.`,
  },
  CERTIFICATE_ERROR: {
    cause: 'The certificate is missing, expired, revoked, unreadable or of another company.',
    remedy: 'Upload a valid fiscal certificate in the admin panel, then fiscalize again.',
  },
  EFI_UNAVAILABLE: {
    cause: 'The authority did not answer, and the company does not issue offline.',
    remedy: 'Fiscalize again later: it continues with the same number and IIC.',
  },
};

/** Problems with single fields: codes of `details`; the first one is the `code` of the answer. */
export const ISSUES: Readonly<Record<IssueCode, ErrorExplanation>> = {
  ADVANCE_PAYMENT_IIC_REQUIRED: {
    cause: 'An `ADVANCE` payment does not name the invoice of the advance.',
    remedy: 'Send its IIC as `advancePaymentIic`.',
  },
  AMOUNT_TOO_LARGE: {
    cause: 'A number, a line or the invoice reaches 10 000 000 000.',
    remedy: 'Check the amounts; split the invoice.',
  },
  BUYER_TIN_INVALID: {
    cause: 'A `TIN` has neither 8 nor 13 digits.',
    remedy: "Correct the buyer's tax number, or use another `idType`.",
  },
  COMPANY_NOT_IN_VAT: {
    cause: 'The company is outside VAT, and a line has a rate other than 0.',
    remedy: 'Send `vat.rate` 0, or have the VAT status corrected in the admin panel.',
  },
  CONTROL_CHARACTER: {
    cause: 'A text contains control characters, such as a line break.',
    remedy: 'Remove them.',
  },
  CORRECTIVE_VAT_RATE_MISMATCH: {
    cause: 'A line of a corrective has another VAT rate than the item of the original.',
    remedy: READ_FIRST,
  },
  COUNTRY_UNKNOWN: {
    cause: '`buyer.country` is no ISO 3166 alpha-3 code.',
    remedy: 'Send three letters, for example `MNE`.',
  },
  DATE_TIME_INVALID: {
    cause: 'A time is not written in ISO 8601.',
    remedy: 'Send it like `2026-07-11T15:51:04Z`.',
  },
  DISCOUNT_TOO_LARGE: {
    cause: '`discountAmount` exceeds the sum of the lines without VAT.',
    remedy: 'Lower the discount.',
  },
  IIC_INVALID: {
    cause: 'An IIC does not have 32 hexadecimal characters in upper case.',
    remedy: 'Copy the `iic` of the record as it is.',
  },
  ITEMS_REQUIRED: {
    cause: 'The invoice has no line.',
    remedy: 'Send at least one item.',
  },
  NEGATIVE_NOT_ALLOWED: {
    cause: 'A price or discount is negative on a document that is no corrective.',
    remedy: 'Send a `Corrective` to take something back.',
  },
  ORDER_NUMBER_OUT_OF_RANGE: {
    cause: '`orderNumber` is no integer from 0 to 2 147 483 647.',
    remedy: 'Send 0 to have the number assigned.',
  },
  ORIGINAL_ISSUED_AT_MISMATCH: {
    cause: '`original.issuedAt` is not the issue time of the original.',
    remedy: 'Copy `fiscalizedAt` of the original; milliseconds do not count.',
  },
  ORIGINAL_NOT_FISCALIZED: {
    cause: 'The original is not `Fiscalized`, or has no IIC.',
    remedy: 'Wait until it is. A draft is not cancelled; it is left alone.',
  },
  ORIGINAL_NOT_FOUND: {
    cause: 'No invoice of the company in this environment has the IIC `original.id`.',
    remedy: 'Copy `iic` of the original; never mix test and live.',
  },
  ORIGINAL_REQUIRED: {
    cause: 'A corrective does not name its original completely.',
    remedy: 'Send `original.id` (its `iic`) and `original.issuedAt` (its `fiscalizedAt`).',
  },
  ORIGINAL_TYPE_MISMATCH: {
    cause: "`typeOfInvoice` of a corrective is not the original's.",
    remedy: READ_FIRST,
  },
  PAYMENT_METHOD_NOT_ALLOWED: {
    cause:
      "The payment method does not go with `typeOfInvoice`, or is not the original's on a " +
      'corrective.',
    remedy: 'Choose one of the matrix; on a corrective copy the original.',
  },
  PERCENTAGE_OUT_OF_RANGE: {
    cause: 'A percentage is below 0 or above 100.',
    remedy: 'Send percent: 12.5 for 12.5 %.',
  },
  QUANTITY_NOT_POSITIVE: {
    cause: 'A quantity is 0 or negative on a document that is no corrective.',
    remedy: 'Leave the line out, or send a `Corrective` to take something back.',
  },
  QUANTITY_ZERO: {
    cause: 'A quantity on a corrective is 0.',
    remedy: 'Leave the line out.',
  },
  SIGN_MISMATCH: {
    cause: 'On a line of a corrective only one of `quantity` and `unitPrice` is negative.',
    remedy: 'Make both negative to take back, or both positive to re-issue.',
  },
  TEXT_EMPTY: {
    cause: 'A required text is empty, or a text has no visible character.',
    remedy: 'Send the text that `path` names.',
  },
  TEXT_TOO_LONG: {
    cause: 'A text is longer than allowed.',
    remedy: 'Shorten it to the length that the message names.',
  },
  TOO_MANY_DECIMALS: {
    cause: 'A number has more decimals than allowed.',
    remedy: 'Round it: prices and percentages to 4 decimals, quantities to 3.',
  },
  TOO_MANY_ITEMS: {
    cause: 'The invoice has more than 1000 lines.',
    remedy: 'Split it.',
  },
  VALUE_UNKNOWN: {
    cause: 'A field with a closed list of values has another one.',
    remedy: 'Use one of the values that the message names.',
  },
  VAT_RATE_NOT_ALLOWED: {
    cause: '`vat.rate` is none of the rates in force.',
    remedy: 'Use one of the rates that the message names, in percent.',
  },
};
