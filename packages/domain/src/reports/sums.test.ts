import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { INVOICE_STATUSES } from '../identifiers/codes.ts';
import { DOCUMENT_TYPES } from '../invoice/documents/document-kinds.ts';
import { EXEMPTIONS } from '../invoice/exemptions.ts';
import { PAYMENT_METHODS } from '../invoice/payment-methods.ts';
import type { Payment } from '../invoice/payment-methods.ts';
import { decimal, sum, toDecimalText } from '../money.ts';
import type { DocumentSums } from './report.ts';
import { addDocuments, addSums, makeReport, subtotalOf, sumDocuments } from './sums.ts';
import type { ReportedDocument } from './sums.ts';

const codes = { businessUnitCode: 'bb123bb123', softwareCode: 'ss123ss123' };

function documentOf(other: Partial<ReportedDocument> = {}): ReportedDocument {
  const { total = '1.21' } = other;
  return {
    id: 'a',
    status: 'Fiscalized',
    type: 'Invoice',
    tcrCode: 'cc123cc123',
    codes,
    invoiceNumber: 'bb123bb123/1/2026/cc123cc123',
    issuedAt: '2026-11-21T10:00:00+01:00',
    iic: 'A'.repeat(32),
    isHandedOut: false,
    total,
    payments: [{ method: 'BANKNOTE', amount: total, advanceIic: null }],
    sameTaxGroups: [{ vatRate: '21.00', itemCount: 1, base: '1.0000', vat: '0.2100' }],
    failure: null,
    ...other,
  };
}
const failure = { code: 'EFI_REFUSED', error: 'The tax authority refused the invoice.' };
/** The sums of documents of one TCR code. */
const sumsOf = (...others: Partial<ReportedDocument>[]) => sumDocuments(others.map(documentOf))[0]!;

describe('what counts where', () => {
  test('registered is Fiscalized; Offline and a numbered Pending are not registered', () => {
    const { registered, notRegistered } = sumsOf(
      { total: '1.00' },
      { status: 'Offline', total: '2.00', isHandedOut: true },
      { status: 'Pending', total: '4.00' },
    );
    expect([registered.count, registered.total]).toEqual([1, '1.00']);
    expect([notRegistered.count, notRegistered.total]).toEqual([2, '6.00']);
  });

  test('a Failed one that was handed out is in no sum, and listed with its reason', () => {
    const sums = sumsOf({ status: 'Failed', isHandedOut: true, failure, total: '8.00' });
    expect([sums.registered.count, sums.notRegistered.count]).toEqual([0, 0]);
    expect(sums.failed).toEqual([
      {
        id: 'a',
        invoiceNumber: 'bb123bb123/1/2026/cc123cc123',
        issuedAt: '2026-11-21T10:00:00+01:00',
        total: '8.00',
        iic: 'A'.repeat(32),
        code: 'EFI_REFUSED',
        reason: failure.error,
      },
    ]);
  });

  test('failed ones stand in the order of issue, also in the hour that comes twice', () => {
    const failedAt = (hour: string, ordinal: number) => ({
      status: 'Failed' as const,
      isHandedOut: true,
      failure,
      issuedAt: `2026-10-25T${hour}`,
      invoiceNumber: `bb123bb123/${ordinal}/2026/cc123cc123`,
    });
    const { failed } = sumsOf(
      failedAt('02:10:00+01:00', 12),
      failedAt('02:50:00+02:00', 10),
      failedAt('02:50:00+02:00', 9),
    );
    expect(failed.map(({ invoiceNumber }) => invoiceNumber.split('/')[1])).toEqual([
      '9',
      '10',
      '12',
    ]);
  });

  test('for deposit are the banknotes of what a customer holds, correctives with their minus', () => {
    const { forDeposit } = sumsOf(
      { total: '100.00' },
      { total: '10.00', status: 'Offline', isHandedOut: true },
      { total: '5.00', status: 'Failed', isHandedOut: true, failure },
      { total: '-2.50', type: 'Corrective' },
      { total: '1000.00', status: 'Pending' },
      { total: '2000.00', status: 'Failed', failure },
      { total: '4000.00', payments: [{ method: 'CARD', amount: '4000.00', advanceIic: null }] },
    );
    expect(forDeposit).toBe('112.50');
  });

  test('correctives and advances stand apart by type, with the type of their record', () => {
    const { registered } = sumsOf(
      { type: 'Advance', total: '50.00' },
      { total: '9.00' },
      { type: 'Corrective', total: '-4.00' },
      { total: '1.00' },
    );
    expect(registered.byType).toEqual([
      { type: 'Invoice', count: 2, total: '10.00' },
      { type: 'Corrective', count: 1, total: '-4.00' },
      { type: 'Advance', count: 1, total: '50.00' },
    ]);
    expect(registered.total).toBe('56.00');
  });

  test('payments by method: equal methods of a document are one payment', () => {
    const { registered } = sumsOf({
      total: '6.00',
      payments: [
        { method: 'CARD', amount: '3.00', advanceIic: null },
        { method: 'BANKNOTE', amount: '1.00', advanceIic: null },
        { method: 'CARD', amount: '2.00', advanceIic: null },
      ],
    });
    expect(registered.byPayment).toEqual([
      { method: 'BANKNOTE', count: 1, amount: '1.00' },
      { method: 'CARD', count: 1, amount: '5.00' },
    ]);
  });

  test('0 % and each exemption are groups of their own, exact, behind the rates', () => {
    const group = { itemCount: 1, vat: '0.0000' };
    const { registered } = sumsOf({
      sameTaxGroups: [
        { ...group, vatRate: null, exemption: 'VAT_CL26', base: '0.3333' },
        { ...group, vatRate: '0.00', base: '2.0000' },
        { ...group, vatRate: null, exemption: 'VAT_CL17', base: '4.0000' },
        { ...group, vatRate: '7.00', base: '0.1110', vat: '0.0078' },
      ],
    });
    expect(registered.byVat.map(({ rate, exemption, total }) => [rate, exemption, total])).toEqual([
      ['7.00', null, '0.1188'],
      ['0.00', null, '2.0000'],
      ['0.00', 'VAT_CL17', '4.0000'],
      ['0.00', 'VAT_CL26', '0.3333'],
    ]);
  });

  test('each TCR code has sums of its own, with the codes that its newest document has', () => {
    const moved = { ...codes, businessUnitCode: 'dd123dd123' };
    const sums = sumDocuments([
      documentOf({ tcrCode: 'zz123zz123', issuedAt: '2026-11-22T10:00:00+01:00', codes: moved }),
      documentOf({ tcrCode: 'zz123zz123' }),
      documentOf({ codes: null }),
    ]);
    expect(sums.map((each) => [each.tcrCode, each.codes?.businessUnitCode])).toEqual([
      ['cc123cc123', undefined],
      ['zz123zz123', 'dd123dd123'],
    ]);
  });

  test('ADR 32: the newest is that of the last instant, also in the hour that comes twice', () => {
    const moved = { ...codes, businessUnitCode: 'dd123dd123' };
    const sums = sumsOf(
      { issuedAt: '2026-10-25T02:10:00+01:00', codes: moved },
      { issuedAt: '2026-10-25T02:50:00+02:00' },
    );
    expect(sums.codes?.businessUnitCode).toBe('dd123dd123');
  });

  test('a report is that of the present TCR code; another one is a section with its own codes', () => {
    const moved = { businessUnitCode: 'dd123dd123', softwareCode: 'tt123tt123' };
    const sums = sumDocuments([
      documentOf({ total: '1.00' }),
      documentOf({ total: '2.00', tcrCode: 'zz123zz123', codes: moved }),
    ]);
    const head = {
      report: 'day',
      madeAt: '2026-11-22T10:00:00+01:00',
      from: '2026-11-21',
      to: '2026-11-21',
      seller: 'Radnja d.o.o.',
      tin: '12345678',
      tcrCode: 'cc123cc123',
      operatorCode: 'oo123oo123',
      ...codes,
    } as const;
    const cash = [{ tcrCode: 'cc123cc123', initial: '50.00', withdrawn: '20.00' }];
    const report = makeReport(head, sums, cash);
    expect(report).toMatchObject({
      ...head,
      turnover: { count: 1, total: '1.00' },
      drawer: { initial: '50.00', banknotes: '1.00', withdrawn: '20.00', inDrawer: '31.00' },
      sections: [
        {
          ...moved,
          tcrCode: 'zz123zz123',
          turnover: { total: '2.00' },
          drawer: { initial: '0.00', inDrawer: '2.00' },
        },
      ],
    });
    // A new code that has issued nothing yet, and a period, which has no drawer.
    const unused = makeReport({ ...head, tcrCode: 'nn123nn123' }, sums, null);
    expect(unused).toMatchObject({ turnover: { count: 0 }, drawer: null, forDeposit: '0.00' });
    expect(unused.sections.map(({ tcrCode }) => tcrCode)).toEqual(['cc123cc123', 'zz123zz123']);
  });

  test('correctives count on the day of their own issue, whenever the sale was', () => {
    const july = sumDocuments([documentOf({ issuedAt: '2026-07-31T23:59:59+02:00' })]);
    const august = sumDocuments([
      documentOf({ issuedAt: '2026-08-01T00:00:00+02:00', type: 'Corrective', total: '-1.21' }),
    ]);
    expect(july[0]?.registered.total).toBe('1.21');
    expect(august[0]?.registered.total).toBe('-1.21');
    expect(addSums([...august, ...july])[0]?.registered).toMatchObject({ count: 2, total: '0.00' });
  });

  test('a subtotal of a day is without those that failed', () => {
    const documents = [documentOf(), documentOf({ status: 'Failed', failure }), documentOf()];
    const subtotal = { date: '2026-11-21', count: 2, total: '2.42' };
    expect(subtotalOf('2026-11-21', documents)).toEqual(subtotal);
  });
});

const cents = (most: number) =>
  fc.integer({ min: -most, max: most }).map((n) => toDecimalText(decimal(`${n}e-2`), 2));
const exact = fc
  .integer({ min: -10_000_000, max: 10_000_000 })
  .map((n) => toDecimalText(decimal(`${n}e-4`), 4));
const payments = fc.array(
  fc.record({ method: fc.constantFrom(...PAYMENT_METHODS), amount: cents(100_000) }),
  { minLength: 1, maxLength: 4 },
);
const groups = fc.uniqueArray(
  fc.record({
    vat: exact,
    base: exact,
    of: fc.constantFrom('21.00', '15.00', '0.00', ...EXEMPTIONS),
  }),
  { selector: ({ of }) => of, maxLength: 4 },
);
const documents = fc.array(
  fc
    .record({
      id: fc.uuid(),
      status: fc.constantFrom(...INVOICE_STATUSES.filter((status) => status !== 'Draft')),
      type: fc.constantFrom(...DOCUMENT_TYPES),
      tcrCode: fc.constantFrom('aa111aa111', 'bb222bb222'),
      isHandedOut: fc.boolean(),
      issuedAt: fc
        .integer({ min: 0, max: 3_599 })
        .map((s) => new Date(Date.UTC(2026, 10, 21, 10, 0, s)).toISOString()),
      payments,
      groups,
    })
    .map(({ groups: drawn, payments: drawnPayments, ...document }) =>
      documentOf({
        ...document,
        failure,
        total: toDecimalText(sum(drawnPayments.map(({ amount }) => decimal(amount))), 2),
        payments: drawnPayments.map((payment): Payment => ({ ...payment, advanceIic: null })),
        sameTaxGroups: drawn.map(({ of, base, vat }) => {
          const exemption = EXEMPTIONS.find((known) => known === of);
          const treatment = exemption ? { vatRate: null, exemption } : { vatRate: of };
          return { ...treatment, itemCount: 1, base, vat };
        }),
      }),
    ),
  { maxLength: 40 },
);
const added = (texts: readonly string[], decimals: number) =>
  toDecimalText(sum(texts.map(decimal)), decimals);

describe('sums', () => {
  test('are the same in whichever order the documents come', () => {
    fc.assert(
      fc.property(documents, fc.infiniteStream(fc.nat()), (drawn, places) => {
        const shuffled = drawn
          .map((document) => ({ document, place: places.next().value as number }))
          .sort((a, b) => a.place - b.place)
          .map(({ document }) => document);
        expect(sumDocuments(shuffled)).toEqual(sumDocuments(drawn));
      }),
    );
  });

  test('of days that a period is split into add up to those of the period', () => {
    fc.assert(
      fc.property(documents, fc.nat({ max: 40 }), fc.nat({ max: 40 }), (drawn, a, b) => {
        const [first, second] = [Math.min(a, b), Math.max(a, b)];
        const days = [drawn.slice(0, first), drawn.slice(first, second), drawn.slice(second)];
        expect(addSums(days.flatMap(sumDocuments))).toEqual(sumDocuments(drawn));
      }),
    );
  });

  test('by type and by payment add up to the total, and each document is in one sum or listed', () => {
    const partsOf = ({ total, count, byType, byPayment, byVat }: DocumentSums) => {
      expect(
        added(
          byType.map((part) => part.total),
          2,
        ),
      ).toBe(total);
      expect(byType.reduce((all, part) => all + part.count, 0)).toBe(count);
      expect(
        added(
          byPayment.map((part) => part.amount),
          2,
        ),
      ).toBe(total);
      for (const part of byVat) expect(added([part.base, part.vat], 4)).toBe(part.total);
    };
    fc.assert(
      fc.property(documents, (drawn) => {
        const sums = sumDocuments(drawn);
        for (const { registered, notRegistered } of sums) {
          partsOf(registered);
          partsOf(notRegistered);
          partsOf(addDocuments([registered, notRegistered]));
        }
        const counted = sums.flatMap(({ registered, notRegistered, failed }) => [
          registered.count,
          notRegistered.count,
          failed.length,
        ]);
        expect(counted.reduce((all, count) => all + count, 0)).toBe(drawn.length);
        const bases = sums.flatMap(({ registered, notRegistered }) =>
          [...registered.byVat, ...notRegistered.byVat].map(({ base }) => base),
        );
        const drawnBases = drawn
          .filter(({ status }) => status !== 'Failed')
          .flatMap(({ sameTaxGroups }) => sameTaxGroups.map(({ base }) => base));
        expect(added(bases, 4)).toBe(added(drawnBases, 4));
      }),
    );
  });
});
