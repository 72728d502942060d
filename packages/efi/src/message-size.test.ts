import {
  computeInvoice,
  localDateOf,
  messageNote,
  MAX_ORDINAL,
  parseInstant,
  paymentsOf,
  validateInvoice,
  mostReferences,
} from '@fiscal/domain';
import type { ComputedInvoice, IicReference, InvoiceRequest } from '@fiscal/domain';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isMessageTooLarge, messageBytes } from './messages/envelope.ts';
import { messageBytesMax, transliterated } from './message-size.ts';
import { CERTIFICATE_BYTES_MAX, MESSAGE_BYTES_MAX } from './protocol.ts';
import { registerInvoiceRequest } from './messages/register-invoice-request.ts';
import type { InvoiceMessage } from './messages/register-invoice-request.ts';
import { validateRequest } from './schema/validate-request.ts';
import { signRequest } from './signing/sign-request.ts';
import { createSigner } from './signing/signer.ts';
import type { Signer } from './signing/signer.ts';
import { makeCertificate } from './testing/certificates.ts';
import { CASH_INVOICE } from './testing/messages.ts';
import { anyAcceptedRequest } from './testing/random-request.ts';

const CONTEXT = {
  isInVat: true,
  pricesIncludeVat: false,
  vatRates: [21, 15, 7, 0],
  now: new Date('2026-11-26T12:00:00Z'),
  writtenText: transliterated,
};

/** Its certificate is as large as any that is taken. */
let signer: Signer;
beforeAll(() => {
  const ordinary = createSigner(makeCertificate({ commonName: 'Kafana', tin: '12345678' }));
  const certificateBase64 = Buffer.alloc(CERTIFICATE_BYTES_MAX).toString('base64');
  signer = { ...ordinary, certificateBase64 };
});

/** What is decided only when the invoice is signed and sent, as large as it can be. */
const LARGEST_ISSUE: Partial<InvoiceMessage> = {
  subsequentDelivery: 'TECHNICALERROR',
  seller: {
    ...CASH_INVOICE.seller,
    tin: '1234567890123',
    name: '"'.repeat(400),
    address: '"'.repeat(200),
    town: '"'.repeat(100),
    bankAccount: '"'.repeat(50),
  },
  issued: {
    ...CASH_INVOICE.issued,
    ordinal: MAX_ORDINAL,
    invoiceNumber: `bb111bb111/${MAX_ORDINAL}/2026/cc222cc222`,
  },
};

const REFERENCE: IicReference = {
  iic: CASH_INVOICE.issued.iic,
  issueDateTime: CASH_INVOICE.sendDateTime,
  amount: '999999999999999.99',
};

/** The message of an accepted invoice, as the worker has it written. */
function messageOf(
  request: InvoiceRequest,
  computed: ComputedInvoice,
  change: Partial<InvoiceMessage> = {},
): string {
  const deadline = parseInstant(request.paymentDeadline);
  if (deadline === null) throw new Error('an accepted deadline is no date-time');
  const { type, typeOfInvoice, taxPeriod, buyer, original } = request;
  const corrective =
    original && type === 'Corrective'
      ? { iic: original.id, issueDateTime: CASH_INVOICE.sendDateTime }
      : null;
  const xml = registerInvoiceRequest({
    ...CASH_INVOICE,
    type,
    typeOfInvoice,
    payments: paymentsOf({ request, computed }),
    corrective,
    computed,
    paymentDeadline: localDateOf(deadline),
    taxPeriod: taxPeriod ?? null,
    note: messageNote(request),
    buyer: buyer ?? null,
    ...change,
  });
  return signRequest(xml, signer);
}

function mostBytes(request: InvoiceRequest, computed: ComputedInvoice, isOfAdvance = false) {
  const payments = paymentsOf({ request, computed });
  return messageBytesMax({ ...request, payments, isOfAdvance }, computed);
}

/** An accepted invoice of lines of the same name. */
function invoiceOf(lines: number, name: string) {
  const item = { name, unit: 'kom', unitPrice: 10, quantity: 1, vat: { rate: 21 } };
  const sent = {
    type: 'Invoice',
    orderNumber: 0,
    typeOfInvoice: 'Cash',
    paymentMethod: 'BANKNOTE',
    paymentDeadline: '2026-07-11T13:51:04Z',
    items: new Array<typeof item>(lines).fill(item),
  };
  const request = validateInvoice(sent, CONTEXT).invoice!;
  return { request, computed: computeInvoice(request, CONTEXT) };
}

/** The most lines of that name that are accepted. */
function mostLines(name: string): number {
  let accepted = 1;
  let refused = 1001;
  while (refused - accepted > 1) {
    const lines = Math.floor((accepted + refused) / 2);
    const { request, computed } = invoiceOf(lines, name);
    if (isMessageTooLarge(mostBytes(request, computed))) refused = lines;
    else accepted = lines;
  }
  return accepted;
}

const MESSAGES = Number(process.env.FUZZ_MESSAGES ?? 100);

describe('whatever invoice the validator accepts', () => {
  const name =
    'makes a message that our own schema accepts, within the bytes that were reckoned with';
  const proof = () => {
    const property = fc.property(
      anyAcceptedRequest,
      fc.constantFrom('ascii', 'utf8'),
      fc.constantFrom({}, LARGEST_ISSUE),
      fc.boolean(),
      ({ request, context }, textEncoding, change, isOfAdvance) => {
        const computed = computeInvoice(request, context);
        const most = mostBytes(request, computed, isOfAdvance);
        fc.pre(!isMessageTooLarge(most));
        const iicReferences = new Array<IicReference>(
          isOfAdvance ? mostReferences(computed.lines.length) : 0,
        ).fill(REFERENCE);
        const message = messageOf(request, computed, {
          ...change,
          issued: { ...(change.issued ?? CASH_INVOICE.issued), iicReferences },
          seller: { ...(change.seller ?? CASH_INVOICE.seller), isInVat: context.isInVat },
          textEncoding,
        });
        expect(validateRequest(message)).toEqual([]);
        if (textEncoding === 'ascii') expect(messageBytes(message)).toBeLessThanOrEqual(most);
      },
    );
    fc.assert(property, { numRuns: MESSAGES });
  };
  test(name, proof, 60_000 + MESSAGES * 500);
});

describe('the size of a message', () => {
  test.each(['x', '"', 'Š', '中'])(
    'is known so well that the most lines with a name of %s alone that are accepted nearly fill it',
    (character) => {
      const name = character.repeat(50);
      const { request, computed } = invoiceOf(mostLines(name), name);
      const message = messageOf(request, computed);
      expect(validateRequest(message)).toEqual([]);
      expect(messageBytes(message)).toBeGreaterThan(0.9 * MESSAGE_BYTES_MAX);
    },
  );

  test.each(['Invoice', 'Corrective'] as const)(
    'of type %s is reckoned to a few bytes when everything turns out at its largest',
    (type) => {
      const { request, computed } = invoiceOf(mostLines('x'), 'x');
      const note = '"'.repeat(200);
      const original = { id: CASH_INVOICE.issued.iic, issuedAt: CASH_INVOICE.sendDateTime };
      const full = { ...request, type, note, original: type === 'Corrective' ? original : null };
      const seller = { ...LARGEST_ISSUE.seller!, isInVat: false };
      const message = messageOf(full, computed, { ...LARGEST_ISSUE, seller });
      const reckoned = mostBytes(full, computed);
      expect(messageBytes(message)).toBeLessThanOrEqual(reckoned);
      // Five amounts of the invoice are reckoned at their largest, too.
      expect(messageBytes(message)).toBeGreaterThan(reckoned - 60);
    },
  );

  test('does not depend on the lines of an invoice as shops write them', () => {
    const { request, computed } = invoiceOf(90, 'x');
    const blind = { ...computed, lines: computed.lines.map(() => null as never) };
    expect(mostBytes(request, blind)).toBeLessThanOrEqual(MESSAGE_BYTES_MAX);
  });

  test('that would be too large in UTF-8 is kept by transliteration', () => {
    const name = 'Ш'.repeat(50);
    const { request, computed } = invoiceOf(mostLines(name), name);
    const message = messageOf(request, computed, { textEncoding: 'utf8' });
    expect(validateRequest(message)).toEqual([]);
    expect(message).toContain(`N="${'S'.repeat(50)}"`);
    const few = invoiceOf(3, name);
    expect(messageOf(few.request, few.computed, { textEncoding: 'utf8' })).toContain(name);
  });

  test('of a thousand short lines is no reason to refuse them', () => {
    const { request, computed } = invoiceOf(1000, 'Kafa');
    const most = mostBytes(request, computed);
    expect(isMessageTooLarge(most)).toBe(false);
  });
});
