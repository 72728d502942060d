import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { registerCashDepositRequest } from './register-cash-deposit-request.ts';
import { registerInvoiceRequest } from './register-invoice-request.ts';
import type { InvoiceMessage } from './register-invoice-request.ts';
import { registerTcrRequest } from './register-tcr-request.ts';
import { EXEMPT_MESSAGES } from '../testing/exempt-messages.ts';
import {
  ADVANCE_CORRECTIVE,
  CASH_INVOICE,
  COMPUTED,
  CORRECTIVE,
  INITIAL_DEPOSIT,
  INVOICE_OUTSIDE_VAT,
  NON_CASH_INVOICE,
  paid,
  REPLACING_INVOICE,
  PAYMENT_MESSAGES,
  TCR,
  WITHDRAWAL,
  ZERO_RATE_INVOICE,
} from '../testing/messages.ts';

/** A golden file is the exact request; a change of it is a change of what the authority gets. */
function golden(name: string): string {
  return readFileSync(new URL(`./golden/${name}.xml`, import.meta.url), 'utf8').trimEnd();
}

describe('a request is written exactly as before', () => {
  test.each([
    ['cash-invoice', registerInvoiceRequest(CASH_INVOICE)],
    ['non-cash-invoice', registerInvoiceRequest(NON_CASH_INVOICE)],
    ['replacing-invoice', registerInvoiceRequest(REPLACING_INVOICE)],
    ['corrective', registerInvoiceRequest(CORRECTIVE)],
    ['advance-corrective', registerInvoiceRequest(ADVANCE_CORRECTIVE)],
    ['invoice-outside-vat', registerInvoiceRequest(INVOICE_OUTSIDE_VAT)],
    ['zero-rate-invoice', registerInvoiceRequest(ZERO_RATE_INVOICE)],
    ...Object.entries({ ...EXEMPT_MESSAGES, ...PAYMENT_MESSAGES }).map(
      ([name, message]): [string, string] => [name, registerInvoiceRequest(message)],
    ),
    ['initial-deposit', registerCashDepositRequest(INITIAL_DEPOSIT)],
    ['withdrawal', registerCashDepositRequest(WITHDRAWAL)],
    ['tcr', registerTcrRequest(TCR)],
  ])('%s', (name, written) => {
    expect(written).toBe(golden(name));
  });
});

function written(change: Partial<InvoiceMessage>): string {
  return registerInvoiceRequest({ ...CASH_INVOICE, ...change });
}

describe('Extensions §5: a message', () => {
  const { exempt, export: exported, ...mixed } = EXEMPT_MESSAGES;
  const attributesOf = (xml: string, name: string): string[] =>
    [...xml.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map((match) => match[1] ?? '');

  test('of exempt lines alone has no rate, and 0.00 of VAT', () => {
    const xml = registerInvoiceRequest(exempt);
    expect(xml).toContain(' TaxFreeAmt="200.01" TotPrice="200.01"');
    expect(xml).toContain(' TotVATAmt="0.00"');
    expect(xml).not.toMatch(/ VR=| VA=| VATRate=| VATAmt=| GoodsExAmt=/);
    expect(attributesOf(xml, 'EX')).toEqual(['VAT_CL26', 'VAT_CL44']);
    expect(attributesOf(xml, 'ExemptFromVAT')).toEqual(['VAT_CL26', 'VAT_CL44']);
  });

  test.each(Object.entries(mixed))('%s keeps 0 %% and exempt apart', (_name, message) => {
    const xml = registerInvoiceRequest(message);
    const groups = [...xml.matchAll(/<SameTax [^>]*>/g)].map(([group]) => group);
    const exemptGroups = groups.filter((group) => group.includes(' ExemptFromVAT="VAT_CL26"'));
    expect(groups.filter((group) => group.includes(' VATRate="0.00"'))).toHaveLength(1);
    expect(exemptGroups).toHaveLength(1);
    expect(exemptGroups[0]).not.toMatch(/VATRate|VATAmt/);
    const [base] = attributesOf(exemptGroups.join(), 'PriceBefVAT');
    expect(attributesOf(xml, 'TaxFreeAmt')).toEqual([Number(base).toFixed(2)]);
  });

  test('of exports has their totals apart from what is exempt beside them', () => {
    const xml = registerInvoiceRequest(exported);
    expect(attributesOf(xml, 'GoodsExAmt')).toEqual(['246.90']);
    expect(attributesOf(xml, 'TaxFreeAmt')).toEqual(['100.00']);
    expect(attributesOf(xml, 'TotPrice')).toEqual(['361.90']);
  });

  test('without either has neither amount', () => {
    for (const message of [CASH_INVOICE, ZERO_RATE_INVOICE, CORRECTIVE]) {
      const xml = registerInvoiceRequest(message);
      expect(xml).not.toMatch(/TaxFreeAmt|GoodsExAmt|ExemptFromVAT| EX=/);
    }
  });
});

describe('an invoice in a message', () => {
  test('sent again differs from the first message in its header only', () => {
    const again = written({
      requestUuid: '55555555-5555-4555-8555-555555555555',
      sendDateTime: '2026-07-12T08:00:00+02:00',
      subsequentDelivery: 'TECHNICALERROR',
    });
    const header = /<Header [^>]*>/;
    expect(again).not.toBe(written({}));
    expect(again.replace(header, '')).toBe(written({}).replace(header, ''));
  });

  test.each(['BUSINESSCARD', 'ADVANCE'] as const)(
    'called Cash and paid by %s is NONCASH for the authority',
    (paymentMethod) => {
      expect(written({ payments: paid(paymentMethod, '24.30') })).toContain(' TypeOfInv="NONCASH"');
      expect(written({ payments: paid('CARD', '24.30') })).toContain(' TypeOfInv="CASH"');
    },
  );

  test.each([
    ['Cash', 'BANKNOTE', false],
    ['Cash', 'CARD', false],
    ['Cash', 'BUSINESSCARD', true],
    ['NonCash', 'ACCOUNT', true],
    ['NonCash', 'ORDER', true],
  ] as const)(
    'sent as %s and paid by %s names the bank account: %s',
    (typeOfInvoice, paymentMethod, isNamed) => {
      const xml = written({ typeOfInvoice, payments: paid(paymentMethod, '24.30') });
      expect(xml.includes(' BankAccNum="510-0000000000001-11"')).toBe(isNamed);
      expect(xml.includes(' TypeOfInv="NONCASH"')).toBe(isNamed);
    },
  );

  test('of a company outside VAT names no VAT anywhere', () => {
    const xml = registerInvoiceRequest(INVOICE_OUTSIDE_VAT);
    expect(xml).toContain('IsIssuerInVAT="false"');
    expect(xml).not.toMatch(/TotVATAmt|SameTax| VR=| VA=| EX=/);
  });

  test('with a rate of 0 % names that rate, because it is in VAT', () => {
    const xml = registerInvoiceRequest(ZERO_RATE_INVOICE);
    expect(xml).toContain('VA="0.00" VR="0.00"');
    expect(xml).toContain('TotVATAmt="0.00"');
    expect(xml).toContain('VATAmt="0.00" VATRate="0.00"');
  });

  test('that corrects has positive unit prices and no amount to pay', () => {
    const xml = registerInvoiceRequest(CORRECTIVE);
    expect(xml).toContain('TotPrice="-24.30"');
    expect(xml).not.toContain('TotPriceToPay');
    expect(xml).not.toMatch(/UP[AB]="-/);
    expect(xml).toContain('Q="-1"');
    // The time of the original, which is not its own.
    const original = { iic: 'A'.repeat(32), issueDateTime: '2026-07-10T08:00:00+02:00' };
    expect(registerInvoiceRequest({ ...CORRECTIVE, corrective: original })).toContain(
      `<CorrectiveInv IICRef="${original.iic}" IssueDateTime="${original.issueDateTime}" `,
    );
  });

  test('names a rebate only on a line that has one', () => {
    const [first, second] = written({}).match(/<I [^>]*>/g) ?? [];
    expect(first).not.toMatch(/ RR?=/);
    expect(second).toContain(' R="10.00" RR="true"');
  });

  test('says of a price-first line that it starts from the final price, without a rebate, too', () => {
    const lines = COMPUTED.lines.map((line) => ({ ...line, rebateReducingBase: false }));
    const [first, second] = written({ computed: { ...COMPUTED, lines } }).match(/<I [^>]*>/g) ?? [];
    expect(first).toContain(' RR="false"');
    expect(first).not.toContain(' R=');
    expect(second).toContain(' R="10.00" RR="false"');
  });

  test.each([
    [2, '18.00'],
    [3, '18.000'],
  ] as const)('writes all amounts of its items with %i decimals', (decimals, base) => {
    const lines = COMPUTED.lines.slice(1);
    const sameTaxGroups = COMPUTED.sameTaxGroups.slice(1);
    const xml = written({ computed: { ...COMPUTED, lines, sameTaxGroups, decimals } });
    expect(xml).toContain(` PB="${base}"`);
    expect(xml).toContain(` PriceBefVAT="${base}"`);
    const amounts = [...xml.matchAll(/ (?:PA|PB|UPA|UPB|VA)="-?[0-9]+\.([0-9]+)"/g)];
    expect(amounts.length).toBeGreaterThan(4);
    expect(new Set(amounts.map((match) => match[1]?.length))).toEqual(new Set([decimals]));
  });

  test('is not written at all if an amount would lose a digit', () => {
    expect(() => written({ computed: { ...COMPUTED, decimals: 2 } })).toThrow(
      expect.objectContaining({ code: 'INVALID_DECIMAL' }),
    );
  });

  test('of several payments names each method with its amount, and is CASH where any of them is', () => {
    const iic = 'A'.repeat(32);
    const cash = [...paid('BANKNOTE', '1.20'), ...paid('BANKNOTE', '3.10')];
    const payments = [...paid('ADVANCE', '20.00', iic), ...cash];
    const xml = written({ payments });
    expect(xml).toContain(
      `<PayMethods><PayMethod AdvIIC="${iic}" Amt="20.00" Type="ADVANCE"></PayMethod>` +
        '<PayMethod Amt="4.30" Type="BANKNOTE"></PayMethod></PayMethods>',
    );
    expect(xml).toContain(' TypeOfInv="CASH"');
    const nonCash = [...paid('ADVANCE', '20.00', iic), ...paid('BUSINESSCARD', '4.30')];
    expect(written({ payments: nonCash })).toContain(' TypeOfInv="NONCASH"');
  });

  test('is not written with a part of an identifier, and with a note on one line', () => {
    const [line] = COMPUTED.lines;
    const long = `${'Đ'.repeat(10)}1`;
    const refused = expect.objectContaining({ code: 'REQUEST_NOT_VALID' });
    const buyer = { idType: 'PASS', idNumber: long, name: 'Ana' } as const;
    expect(() => written({ buyer })).toThrow(refused);
    const lines = [{ ...line!, code: long.repeat(3) }];
    expect(() => written({ computed: { ...COMPUTED, lines } })).toThrow(refused);
    const seller = { ...NON_CASH_INVOICE.seller, bankAccount: long.repeat(3) };
    expect(() => registerInvoiceRequest({ ...NON_CASH_INVOICE, seller })).toThrow(refused);
    expect(() => registerTcrRequest({ ...TCR, internalId: long.repeat(3) })).toThrow(refused);
    expect(written({ note: 'prvi\r\n\ndrugi\ntreći' })).toContain(' Note="prvi drugi treci"');
  });

  test('leaves out what it does not know instead of sending it empty', () => {
    const xml = written({
      note: '  ',
      paymentDeadline: null,
      buyer: { idType: 'PASS', idNumber: 'AB1', name: 'Ana', address: '', city: null },
    });
    expect(xml).not.toMatch(/=""|Note|PayDeadline/);
    expect(xml).toContain('<Buyer Country="MNE" IDNum="AB1" IDType="PASS" Name="Ana"></Buyer>');
    const abroad = { idType: 'PASS', idNumber: 'AB1', name: 'Ana', country: 'SRB' } as const;
    expect(written({ buyer: abroad })).toContain('<Buyer Country="SRB" ');
  });

  test('keeps the letters of the client where the authority is sent UTF-8', () => {
    expect(registerInvoiceRequest({ ...NON_CASH_INVOICE, textEncoding: 'utf8' })).toContain(
      'Name="Đorđe i Čedo d.o.o."',
    );
  });

  test('keeps every text within the length the authority takes', () => {
    const long = 'ž'.repeat(1000);
    const [line] = COMPUTED.lines;
    const xml = written({
      note: long,
      seller: { ...CASH_INVOICE.seller, name: long, address: long, town: long },
      computed: { ...COMPUTED, lines: [{ ...line!, name: long, unit: long }] },
    });
    const lengths = Object.fromEntries(
      [...xml.matchAll(/ (\w+)="(z+)"/g)].map(([, name, text]) => [name, text?.length]),
    );
    expect(lengths).toEqual({
      Note: 200,
      Name: 400,
      Address: 200,
      Town: 100,
      N: 50,
      U: 50,
    });
  });
});
