// Every code of a single field in words: what causes it and what the shop does about it. A declared
// table, beside the problems of a call (http/refusal/problems.ts) and the domain's FAILURES;
// docs/errors.md and the OpenAPI document show all three. A code without an entry does not compile.

import type { IssueCode } from '@fiscal/domain';
import type { ErrorExplanation } from '../http/refusal/problems.ts';

const READ_FIRST = 'Read the original and copy the value.';

/** Problems with single fields: codes of `details`; the first one is the `code` of the response. */
export const ISSUES: Readonly<Record<IssueCode, ErrorExplanation>> = {
  ADVANCE_EXCEEDED: {
    cause:
      'The invoice takes more from an advance than is left of it, and the company refuses that ' +
      '(`strictCorrectives`). `left` of the detail is what is left, in euros.',
    remedy: 'Read `advance` of the record of the advance, and take no more than `left`.',
  },
  ADVANCE_IIC_MISMATCH: {
    cause: 'The `ADVANCE` of `payments` and the invoice name two IICs.',
    remedy: 'Send `advancePaymentIic` at one of the two places.',
  },
  ADVANCE_PAYMENT_IIC_REQUIRED: {
    cause: 'An `ADVANCE` payment does not name the invoice of the advance.',
    remedy: 'Send its IIC as `advancePaymentIic`.',
  },
  ADVANCE_REPEATED: {
    cause: '`payments` has more than one `ADVANCE`.',
    remedy: 'Add up what one advance pays; split an invoice that two advances pay.',
  },
  ALREADY_CANCELLED: {
    cause:
      'Nothing is left of the original, and the corrective would cancel it in full once more. ' +
      '`correctives` of the detail has the ids of those in force, first the one that took back the rest.',
    remedy: 'Read that corrective: the sale is cancelled already.',
  },
  AMOUNT_TOO_LARGE: {
    cause: 'A number, a line or the invoice reaches 10 000 000 000.',
    remedy: 'Check the amounts; split the invoice.',
  },
  AMOUNT_ZERO: {
    cause: 'An amount of `payments` is 0.',
    remedy: 'Leave the payment out; of a total of 0.00 leave out `payments`.',
  },
  BUYER_TIN_INVALID: {
    cause: 'A `TIN` has neither 8 nor 13 digits.',
    remedy: "Correct the buyer's tax number; a foreign one has the `idType` `TAX` or `VAT`.",
  },
  COMPANY_NOT_IN_VAT: {
    cause:
      'The company is outside VAT, and a line has a rate other than 0, an exemption or `isExport`.',
    remedy: 'Send `vat.rate` 0 alone, or have the VAT status corrected in the admin panel.',
  },
  CONTROL_CHARACTER: {
    cause: 'A text contains control characters; line breaks are for `note` alone.',
    remedy: 'Remove them.',
  },
  CORRECTIVE_OUTDATED: {
    cause:
      'Another corrective of the original was issued or failed after this one was accepted, so that ' +
      'its amounts would differ now: `totals` of the detail, and `payments` where it has several.',
    remedy: 'Create the corrective anew. The one that was stored stays as it is.',
  },
  CORRECTIVE_VAT_RATE_MISMATCH: {
    cause:
      'A line of a corrective has another VAT rate, exemption or `isExport` than the item of the ' +
      'original.',
    remedy: READ_FIRST,
  },
  COUNTRY_UNKNOWN: {
    cause: '`buyer.country` is no ISO 3166 alpha-3 code.',
    remedy: 'Send three letters, for example `MNE`.',
  },
  DATE_TIME_INVALID: {
    cause: 'A time is not written in ISO 8601, or not of the years 1900 to 9998.',
    remedy: 'Send it like `2026-07-11T15:51:04Z`.',
  },
  DISCOUNT_TOO_LARGE: {
    cause: '`discountAmount` exceeds the sum of the lines without VAT.',
    remedy: 'Lower the discount.',
  },
  EXEMPTION_WITH_RATE: {
    cause: 'A line has `vat.exemption` and a rate other than 0.',
    remedy: 'Send the rate 0 with an exemption, or the rate alone.',
  },
  EXPORT_NEEDS_BUYER: {
    cause:
      'A line has `isExport`, and the invoice has no buyer with `address`, `city` and `country`.',
    remedy: 'Send them.',
  },
  EXPORT_WITH_VAT: {
    cause: 'A line has VAT, and it or another one has `isExport`.',
    remedy: 'Send the rate 0, or invoice what has VAT apart.',
  },
  IIC_INVALID: {
    cause: 'An IIC does not have 32 hexadecimal characters in upper case.',
    remedy: 'Copy the `iic` of the record as it is.',
  },
  ITEMS_REQUIRED: {
    cause: 'The invoice has no line.',
    remedy: 'Send at least one item.',
  },
  LINE_REPEATED: {
    cause: 'A return names a line more than once.',
    remedy: 'Add the quantities up.',
  },
  MORE_THAN_PAID: {
    cause:
      'A corrective gives back more by a method than that has paid and others have left, and the ' +
      'company refuses that (`strictCorrectives`). `left` of the detail is what is left, in euros.',
    remedy: 'Give back by the other methods of the original, or leave `payments` out.',
  },
  MORE_THAN_SOLD: {
    cause:
      'A return takes back more than is left of a line; or a corrective does, and the company refuses ' +
      'that (`strictCorrectives`): a quantity of a line, or euros without VAT of a rate. `left` of the ' +
      'detail is what is left.',
    remedy: 'Read `correctable` of the original, and take back no more than that.',
  },
  NEGATIVE_NOT_ALLOWED: {
    cause: 'A price, discount or payment is negative on a document that is no corrective.',
    remedy: 'Send a `Corrective` to take something back.',
  },
  NOTHING_LEFT: {
    cause: 'An item of a return names no line of the sale of which something is left.',
    remedy: 'Send `index`, or `invoiceId` and `line`, of an item of `correctable`.',
  },
  NOT_AN_ADVANCE: {
    cause: '`advancePaymentIic` is the IIC of a document of the company that is no `Advance`.',
    remedy: 'Send the `iic` of the advance.',
  },
  OPERATOR_UNKNOWN: {
    cause:
      '`operatorName` is no active operator of the company in the environment of the key, and the company takes ' +
      'only such names (`operatorNames`).',
    remedy: 'Send the name as it was entered in the admin panel, or have it added there.',
  },
  ORDER_NOT_ALONE: {
    cause: '`payments` has `ORDER` beside another payment.',
    remedy: 'Send the method that pays; `ORDER` is for what is paid later, as a whole.',
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
    cause:
      'No invoice of the company in this environment has the IIC `original.id`, and the company accepts no ' +
      'originals from other programs (`originalsFromElsewhere`).',
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
  PAYMENTS_COUNT: {
    cause: '`payments` has no element, or more than 10.',
    remedy: 'Leave it out where one method pays; add equal methods up.',
  },
  PAYMENTS_DO_NOT_ADD_UP: {
    cause:
      'The amounts of `payments` are not the total of the invoice to the cent: `sums` of the detail.',
    remedy: 'Send what is paid, without change. `dryRun` says the total.',
  },
  PAYMENT_METHOD_NOT_ALLOWED: {
    cause:
      "The payment method is not allowed with `typeOfInvoice`, or is not the original's on a " +
      'corrective.',
    remedy: 'Choose one of the matrix; on a corrective copy the original.',
  },
  PAYMENT_METHOD_NOT_PAID: {
    cause: '`paymentMethod` is no method of `payments`.',
    remedy: 'Send as `paymentMethod` the one that pays most.',
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
  RANGE_TOO_LONG: {
    cause:
      'A report is asked for more than 366 days, or a journal as PDF for more than 31 days, 10000 documents and items, or 8 MiB of text.',
    remedy: 'Ask for parts of the range, or for a journal as `csv` or `xlsx`.',
  },
  REPLACED_NOT_CANCELLED: {
    cause:
      '`replaces` is not the IIC of a `Fiscalized` invoice or advance of the company in this environment ' +
      'of which nothing is left. It is asked again when the invoice becomes `Pending`.',
    remedy: 'Cancel that document first, and read its `correctable`: it is empty then.',
  },
  REPLACES_NOT_ALLOWED: {
    cause: '`replaces` stands on a `Corrective` or an `Advance`.',
    remedy: 'Leave it out.',
  },
  RETURN_MIXED: {
    cause: 'A return has lines of several documents, and not all of them have the same discount.',
    remedy: 'Return the lines of each in a call of their own, or cancel everything that is left.',
  },
  RETURN_OF_CORRECTIVE: {
    cause: 'A corrective was to be returned in part.',
    remedy:
      'Cancel it, or return lines of the sale; those that it has re-issued are in `correctable`.',
  },
  SIGN_MISMATCH: {
    cause:
      'On a line of a corrective only one of `quantity` and `unitPrice` is negative, or a payment of ' +
      'it has another sign than its total.',
    remedy: 'Make both negative to take back, or both positive to re-issue.',
  },
  TAX_PERIOD_INVALID: {
    cause: '`taxPeriod` is no month like `11/2026`, or later than next month.',
    remedy: 'Send month and year with a slash between them.',
  },
  TEXT_EMPTY: {
    cause: 'A required text is empty, or a text has no visible character.',
    remedy: 'Send the text that `path` names.',
  },
  TEXT_TOO_LONG: {
    cause: 'A text is longer than allowed, an identifier also after transliteration.',
    remedy: 'Shorten it to the length that the message names.',
  },
  TOO_MANY_DECIMALS: {
    cause: 'A number has more decimals than allowed.',
    remedy: 'Round it: prices and percentages to 4 decimals, quantities to 3, payments to 2.',
  },
  TOO_MANY_ITEMS: {
    cause: 'The invoice has more than 1000 lines.',
    remedy: 'Split it.',
  },
  VALUE_UNKNOWN: {
    cause: 'The value of a field is none of those allowed.',
    remedy: 'Use one of the values that the message names.',
  },
  VAT_RATE_NOT_ALLOWED: {
    cause: '`vat.rate` is none of the rates in force.',
    remedy: 'Use one of the rates that the message names, in percent.',
  },
};
