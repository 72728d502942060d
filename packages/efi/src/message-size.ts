// An entry point of its own: how large the message of an invoice can become, and how it writes a
// text, asked when the invoice is accepted. It writes and measures, and brings neither sockets nor
// keys nor XML readers along.
//
// What is not known yet (number, codes, signature, certificate, the seller's texts) is taken at its
// largest, so that an invoice that was accepted can always be sent.
import {
  formatInvoiceNumber,
  MAX_ORDINAL,
  messageNote,
  mostReferences,
  PAYMENT_METHODS,
  takesBack,
} from '@fiscal/domain';
import type {
  Buyer,
  CashRegisterCodes,
  ComputedInvoice,
  IicReference,
  InvoiceLine,
  InvoiceRequest,
  InvoiceTotals,
  Payment,
  SameTaxGroup,
  Seller,
} from '@fiscal/domain';
import { isMessageTooLarge } from './messages/envelope.ts';
import { ANY_DATE_TIME, FRAME_BYTES_MAX } from './messages/message-frame.ts';
import { invoiceElement } from './messages/register-invoice-request.ts';
import type { InvoiceElementContent } from './messages/register-invoice-request.ts';
import { writtenText } from './messages/text.ts';

export { isMessageTooLarge, messageTooLarge } from './messages/envelope.ts';

/**
 * The text as the authority gets it, before it is cut to the length of its field: transliterated,
 * which also a message in UTF-8 becomes where it would be too large.
 */
export const transliterated = (text: string): string => writtenText(text, 'ascii');

/** The text of so many characters that needs the most bytes: `&quot;` is the longest escape. */
const largestText = (length: number): string => '"'.repeat(length);

// Amounts of a line are below 10^10, sums of a thousand below 10^13. One digit stands for the
// minus.
const LARGEST_AMOUNT = '99999999999999.9999';
const LARGEST_SUM = '999999999999999.99';

const IIC = 'F'.repeat(32);
const CODE = 'aa111aa111';

const CODES: CashRegisterCodes = {
  businessUnitCode: CODE,
  tcrCode: CODE,
  softwareCode: CODE,
  operatorCode: CODE,
  maintainerCode: CODE,
};

/** Its VAT status is that of the invoice. */
const SELLER: Omit<Seller, 'isInVat'> = {
  tin: '9'.repeat(13),
  name: largestText(400),
  address: largestText(200),
  town: largestText(100),
  country: 'MNE',
  vatNumber: null,
  bankAccount: largestText(50),
};

const BUYER: Buyer = {
  idType: 'PASS',
  idNumber: largestText(20),
  name: largestText(400),
  address: largestText(200),
  city: largestText(100),
  country: null,
};

const LINE: InvoiceLine = {
  name: largestText(50),
  code: largestText(50),
  unit: largestText(50),
  quantity: '-99999999999.999',
  unitPriceBeforeVat: LARGEST_AMOUNT,
  unitPriceAfterVat: LARGEST_AMOUNT,
  rebatePercentage: null,
  effectiveRebatePercentage: '100.9999',
  rebateReducingBase: false,
  discount: LARGEST_AMOUNT,
  base: LARGEST_AMOUNT,
  vatRate: '100.99',
  vat: LARGEST_AMOUNT,
  total: LARGEST_AMOUNT,
};

const GROUP: SameTaxGroup = {
  vatRate: '100.99',
  itemCount: 1000,
  base: LARGEST_AMOUNT,
  vat: LARGEST_AMOUNT,
};

const REFERENCE: IicReference = { iic: IIC, issueDateTime: ANY_DATE_TIME, amount: LARGEST_SUM };
interface Accepted extends Pick<
  InvoiceRequest,
  'type' | 'typeOfInvoice' | 'note' | 'buyer' | 'taxPeriod' | 'replaces'
> {
  payments: readonly Payment[];
  /** Whether it corrects an advance, and so names what the advance has paid. */
  isOfAdvance: boolean;
}

function contentOf(request: Accepted, computed: ComputedInvoice): InvoiceElementContent {
  const totals = { ...computed.totals };
  for (const name of Object.keys(totals) as (keyof InvoiceTotals)[]) totals[name] = LARGEST_SUM;
  const invoiceNumber = formatInvoiceNumber({ ...CODES, ordinal: MAX_ORDINAL, year: 9999 });
  return {
    seller: { ...SELLER, isInVat: computed.sameTaxGroups.length > 0 },
    codes: CODES,
    issued: {
      ordinal: MAX_ORDINAL,
      invoiceNumber,
      issueDateTime: ANY_DATE_TIME,
      iic: IIC,
      iicSignature: 'F'.repeat(512),
      iicReferences: new Array<IicReference>(
        request.isOfAdvance ? mostReferences(computed.lines.length) : 0,
      ).fill(REFERENCE),
    },
    type: request.type,
    typeOfInvoice: request.typeOfInvoice,
    payments: request.payments.map((payment) => ({ ...payment, amount: LARGEST_SUM })),
    paymentDeadline: ANY_DATE_TIME.slice(0, 'YYYY-MM-DD'.length),
    taxPeriod: request.taxPeriod ?? null,
    note: messageNote(request),
    buyer: request.buyer ?? null,
    corrective: takesBack(request.type) ? { iic: IIC, issueDateTime: ANY_DATE_TIME } : null,
    computed: { ...computed, totals },
    textEncoding: 'ascii',
  };
}

function bytesOf(request: Accepted, computed: ComputedInvoice): number {
  return FRAME_BYTES_MAX + Buffer.byteLength(invoiceElement(contentOf(request, computed)));
}

const LARGEST_REQUEST: Omit<Accepted, 'isOfAdvance'> = {
  type: 'Corrective',
  typeOfInvoice: 'NonCash',
  // A message has each method once.
  payments: PAYMENT_METHODS.map((method): Payment => ({
    method,
    amount: LARGEST_SUM,
    advanceIic: method === 'ADVANCE' ? IIC : null,
  })),
  taxPeriod: '12/9999',
  note: largestText(200),
  buyer: BUYER,
};

/** All together, which no message has. */
const LARGEST_TOTALS: InvoiceTotals = {
  withoutVat: LARGEST_SUM,
  vat: LARGEST_SUM,
  total: LARGEST_SUM,
  taxFree: LARGEST_SUM,
  exported: LARGEST_SUM,
};

/** Of the largest message with so many lines, each with a rate of its own. */
function largestWith(lines: number, isOfAdvance: boolean): number {
  const request = { ...LARGEST_REQUEST, isOfAdvance };
  return bytesOf(request, {
    lines: new Array<InvoiceLine>(lines).fill(LINE),
    sameTaxGroups: new Array<SameTaxGroup>(lines).fill(GROUP),
    totals: LARGEST_TOTALS,
    decimals: 4,
  });
}

const FIRST_LINE_BYTES_MAX = largestWith(1, false);
const NEXT_LINE_BYTES_MAX = largestWith(2, false) - FIRST_LINE_BYTES_MAX;
/** Of the references of a short corrective, which may have the most. */
const REFERENCES_BYTES_MAX = largestWith(1, true) - FIRST_LINE_BYTES_MAX;

/**
 * Bytes that the invoice's message has at most, whatever becomes of it: its first message and every
 * later one, transliterated. Costs nothing but a product for the hundred lines of an ordinary
 * invoice, which always fit; the message is written only where that is not sure.
 */
export function messageBytesMax(request: Accepted, computed: ComputedInvoice): number {
  const ofLines = FIRST_LINE_BYTES_MAX + (computed.lines.length - 1) * NEXT_LINE_BYTES_MAX;
  const most = ofLines + (request.isOfAdvance ? REFERENCES_BYTES_MAX : 0);
  return isMessageTooLarge(most) ? bytesOf(request, computed) : most;
}
