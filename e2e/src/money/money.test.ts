// The money proof: any invoice comes to what the oracle says, to the fourth decimal of a line and
// the cent of a total; its full cancellation to exactly minus that; and what is sent to the
// authority passes the schema. `npm run test:nightly` makes the long run; MONEY_SEED repeats one.

import { describe, expect, test } from '@jest/globals';
import { computeInvoice, validateInvoice } from '@fiscal/domain';
import type { ComputedInvoice, InvoiceRequest } from '@fiscal/domain';
import { validateRequest } from '@fiscal/efi';
import { transliterated } from '@fiscal/efi/message-size';
import { objectionsTo } from './authority.ts';
import { ADVANCE_IIC, messageOf, signatureMaker } from './messages.ts';
import { expectedInvoice } from './oracle.ts';
import { randomFrom, seedOf } from '@fiscal/testbed/random';
import { paidInParts, randomInvoice } from './random-invoice.ts';
import { add, rational, text, total as sumOf } from './rational.ts';
import type { RandomInvoice } from './random-invoice.ts';

const INVOICES = Number(process.env.MONEY_INVOICES ?? 1000);
const SEED = seedOf(process.env.MONEY_SEED);

/**
 * Which of all drawn invoices may be sent; the rest breaks a rule, such as a discount too large.
 */
const SENDABLE_SHARE = 0.75;

describe(`${INVOICES} invoices of seed ${SEED}`, () => {
  test(
    'come to what the sentences say, are cancelled exactly, and pass schema and authority',
    () => {
      const random = randomFrom(SEED);
      const sign = signatureMaker();
      let sent = 0;
      let drawn = 0;
      const counts = { taxFree: 0, exported: 0, payments: 0 };
      while (sent < INVOICES) {
        drawn += 1;
        const whole = randomInvoice(random);
        if (sendable(whole) === null) continue;
        sent += 1;
        const { total } = expectedInvoice(whole).totals;
        const invoice = random.oneIn(3) ? paidInParts(random, whole, total) : whole;
        const request = sendable(invoice);
        if (request === null) throw new Error(`refused: ${JSON.stringify(invoice)}`);
        const computed = computeInvoice(request, invoice);
        if (invoice.payload.payments !== undefined) counts.payments += 1;
        if (computed.totals.taxFree !== undefined) counts.taxFree += 1;
        if (computed.totals.exported !== undefined) counts.exported += 1;
        const message = sign(messageOf(request, computed, invoice.isInVat));
        const { refusals, findings } = objectionsTo(message, invoice.isInVat);
        const problems = [
          ...differences(computed, invoice),
          ...cancellationProblems(computed, request, invoice),
          ...validateRequest(message),
          ...refusals,
          ...findings,
          ...paymentProblems(message, invoice, total),
        ];
        if (problems.length > 0) {
          const { payload, isInVat, pricesIncludeVat } = invoice;
          const what = JSON.stringify({ isInVat, pricesIncludeVat, ...payload });
          throw new Error(`seed ${SEED}, invoice ${drawn}: ${problems.join('; ')}\n${what}`);
        }
      }
      expect(sent / drawn).toBeGreaterThan(SENDABLE_SHARE);
      for (const many of Object.values(counts)) expect(many).toBeGreaterThan(sent / 20);
    },
    600_000 + INVOICES * 100,
  );
});

/** The request as the service would store it; null if it would refuse it. */
function sendable(invoice: RandomInvoice): InvoiceRequest | null {
  return validated(invoice).invoice;
}

function validated(invoice: RandomInvoice) {
  const { isInVat, pricesIncludeVat, payload } = invoice;
  const vatRates = [21, 15, 7, 0];
  const now = new Date('2026-11-26T12:00:00Z');
  const context = { isInVat, pricesIncludeVat, vatRates, now, writtenText: transliterated };
  return validateInvoice(payload, context);
}

/** Where domain and oracle are not of one mind. */
function differences(computed: ComputedInvoice, invoice: RandomInvoice): string[] {
  const expected = expectedInvoice(invoice);
  const actual = {
    lines: computed.lines.map((line) => ({
      base: line.base,
      vat: line.vat,
      total: line.total,
      discount: line.discount,
      unitPriceBeforeVat: line.unitPriceBeforeVat,
      unitPriceAfterVat: line.unitPriceAfterVat,
    })),
    groups: computed.sameTaxGroups.map(({ vatRate, exemption, itemCount, base, vat }) => ({
      vatRate,
      exemption,
      itemCount,
      base,
      vat,
    })),
    totals: computed.totals,
    decimals: computed.decimals,
  };
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  return is === should ? [] : [`is ${is}, should be ${should}`];
}

/** Spec, Corrective rules: every amount with the other sign, and nothing else changed. */
function cancellationProblems(
  computed: ComputedInvoice,
  request: InvoiceRequest,
  invoice: RandomInvoice,
): string[] {
  const items = request.items.map((item) => ({
    ...item,
    unitPrice: -item.unitPrice,
    quantity: -item.quantity,
  }));
  const { lines, totals } = computeInvoice({ ...request, items }, invoice);
  const isMinus = (a: string, b: string) => a === (/[1-9]/.test(b) ? minus(b) : b);
  const problems = lines.flatMap((line, index) => {
    const of = computed.lines[index]!;
    const holds =
      isMinus(line.base, of.base) && isMinus(line.vat, of.vat) && isMinus(line.total, of.total);
    return holds ? [] : [`line ${index} is not cancelled`];
  });
  const areTotals = Object.entries(computed.totals).every(([name, amount]) =>
    isMinus(totals[name as keyof typeof totals] ?? '', amount as string),
  );
  return areTotals ? problems : [...problems, 'the totals are not cancelled'];
}

/** Extensions §2: "Equal methods are added up in the message"; a cent beside them is refused. */
function paymentProblems(message: string, invoice: RandomInvoice, total: string): string[] {
  const { payments, paymentMethod, type } = invoice.payload;
  const written = [...message.matchAll(/<PayMethod ([^>]*)>/g)].map(([, attributes = '']) => {
    const valueOf = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
    return [valueOf('Type'), valueOf('Amt'), valueOf('AdvIIC')];
  });
  const sent = payments ?? [{ method: paymentMethod, amount: total }];
  const methods = [...new Set(sent.map(({ method }) => method))];
  const expected = methods.map((method) => {
    const amounts = sent.flatMap((part) => (part.method === method ? rational(part.amount) : []));
    const iic = method === 'ADVANCE' ? ADVANCE_IIC : undefined;
    return [method, text(sumOf(amounts), 2), iic];
  });
  const problems: string[] = [];
  if (JSON.stringify(written) !== JSON.stringify(expected)) {
    problems.push(`pays ${JSON.stringify(written)}, should pay ${JSON.stringify(expected)}`);
  }
  // What a corrective comes to is known beside its original only.
  if (payments === undefined || type === 'Corrective') return problems;
  const [first, ...others] = payments;
  const amount = Number(text(add(rational(first!.amount), rational('0.01')), 2));
  const payload = { ...invoice.payload, payments: [{ ...first!, amount }, ...others] };
  const codes = validated({ ...invoice, payload }).issues.map(({ code }) => code);
  return codes.includes('PAYMENTS_DO_NOT_ADD_UP') ? problems : [...problems, 'a cent is not seen'];
}

const minus = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
