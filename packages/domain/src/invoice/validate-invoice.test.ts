import { describe, expect, test } from '@jest/globals';
import type { Issue } from '../issue.ts';
import { issue } from '../issue.ts';
import type { PartialInvoice } from './partial-invoice.ts';
import { messageNote } from './documents/replaced-document.ts';
import { validateInvoice } from './validate-invoice.ts';

/** As the message writes it, where a letter more stands for each đ. */
const writtenText = (text: string): string => text.replaceAll('đ', 'dj').replaceAll('\n', ' ');
const CONTEXT = {
  isInVat: true,
  pricesIncludeVat: false,
  vatRates: [21, 15, 7, 0],
  // In Podgorica it is 1 December.
  now: new Date('2026-11-30T23:30:00Z'),
  writtenText,
};
const IIC = '0123456789ABCDEF0123456789ABCDEF';

const line = { name: 'Kafa', unitPrice: 1.5, quantity: 2, vat: { rate: 21 } };
const invoice: PartialInvoice = {
  type: 'Invoice',
  orderNumber: 0,
  typeOfInvoice: 'Cash',
  paymentMethod: 'BANKNOTE',
  paymentDeadline: '2026-07-11T13:51:04.000Z',
  items: [line],
};
const corrective: PartialInvoice = {
  ...invoice,
  type: 'Corrective',
  items: [{ ...line, unitPrice: -1.5, quantity: -2 }],
  original: { id: IIC, issuedAt: '2026-07-11T15:51:04+02:00' },
};

/** The issues as `path CODE`, in order. */
const found = (input: PartialInvoice, context = CONTEXT): string[] =>
  validateInvoice(input, context).issues.map(({ path, code }) => `${path} ${code}`);

describe('a sound request', () => {
  test('comes back complete, its items exactly as they were sent, and without a word', () => {
    expect(validateInvoice(invoice, CONTEXT)).toEqual({
      issues: [],
      warnings: [],
      invoice: {
        ...invoice,
        items: [line],
        buyer: null,
        note: null,
        discountAmount: null,
        operatorName: null,
        advancePaymentIic: null,
        original: null,
      },
    });
  });

  test('is validated to itself once it is in normal form', () => {
    const once = validateInvoice({ ...corrective, note: 'c\u030Caj' }, CONTEXT).invoice!;
    expect(validateInvoice(once, CONTEXT)).toEqual({ invoice: once, issues: [], warnings: [] });
  });

  test('has its texts in Unicode NFC, and blank optional texts count as absent, items as sent', () => {
    const result = validateInvoice(
      {
        ...invoice,
        note: 'c\u030Caj',
        operatorName: '  ',
        items: [
          { ...line, name: 's\u030Ck', code: '', unit: ' ' },
          { ...line, code: 'c\u030C1', unit: 'c\u030Cas' },
        ],
        buyer: {
          idType: 'PASS',
          idNumber: 'Z\u030C1',
          name: 'Z\u030C',
          city: 'C\u0301',
          address: ' ',
        },
      },
      CONTEXT,
    );
    expect(result.issues).toEqual([]);
    expect(result.invoice).toMatchObject({
      note: '\u010Daj',
      operatorName: null,
      items: [
        { name: '\u0161k', code: '', unit: ' ' },
        { code: '\u010D1', unit: '\u010Das' },
      ],
      buyer: { idNumber: '\u017D1', name: '\u017D', city: '\u0106', address: null, country: null },
    });
  });

  test('has no name without a visible character', () => {
    const invisible = '\u200B\u200D';
    const fields = { operatorName: invisible, note: ` ${invisible}` };
    expect(found({ ...invoice, ...fields })).toEqual([
      'note TEXT_EMPTY',
      'operatorName TEXT_EMPTY',
    ]);
    expect(
      validateInvoice({ ...invoice, operatorName: invisible }, CONTEXT).issues[0]?.message,
    ).toBe('operatorName must have a visible character.');
  });

  test('of the type CORRECTIVE is a Corrective', () => {
    const result = validateInvoice({ ...corrective, type: 'CORRECTIVE' }, CONTEXT);
    expect(result.issues).toEqual([]);
    expect(result.invoice?.type).toBe('Corrective');
  });
});

describe('what is wrong', () => {
  test('is reported all at once', () => {
    const input: PartialInvoice = {
      type: 'Proforma',
      orderNumber: 1.5,
      typeOfInvoice: 'NonCash',
      paymentMethod: 'CARD',
      paymentDeadline: 'soon',
      items: [
        { name: '', unitPrice: 1.00001, quantity: 0.0001, vat: { rate: 20 } },
        undefined,
        { ...line, rebatePercentage: 101 },
      ],
      buyer: { idType: 'TIN', idNumber: '123', name: 'A\u0000', country: 'ME' },
      note: 'n'.repeat(1001),
      discountAmount: 1e10,
    };
    expect(found(input)).toEqual([
      'type VALUE_UNKNOWN',
      'orderNumber ORDER_NUMBER_OUT_OF_RANGE',
      'paymentMethod PAYMENT_METHOD_NOT_ALLOWED',
      'paymentDeadline DATE_TIME_INVALID',
      'items[0].name TEXT_EMPTY',
      'items[0].unitPrice TOO_MANY_DECIMALS',
      'items[0].quantity TOO_MANY_DECIMALS',
      'items[0].vat.rate VAT_RATE_NOT_ALLOWED',
      'items[2].rebatePercentage PERCENTAGE_OUT_OF_RANGE',
      'discountAmount AMOUNT_TOO_LARGE',
      'buyer.idNumber BUYER_TIN_INVALID',
      'buyer.name CONTROL_CHARACTER',
      'buyer.country COUNTRY_UNKNOWN',
      'note TEXT_TOO_LONG',
    ]);
    expect(validateInvoice(input, CONTEXT).invoice).toBeNull();
  });

  test('of the shape comes first, and a field it has blamed is not demanded again', () => {
    const blame = (path: string): Issue => ({ code: 'SHAPE', path, message: 'Not a string.' });
    const shapeIssues = [blame('advancePaymentIic'), blame('original.id')];
    const input: PartialInvoice = {
      ...corrective,
      paymentMethod: 'ADVANCE',
      original: { issuedAt: '2026-07-11T15:51:04+02:00' },
      orderNumber: -1,
    };
    const result = validateInvoice(input, CONTEXT, shapeIssues);
    expect(result.issues.slice(0, 2)).toEqual(shapeIssues);
    expect(result.issues.slice(2)).toMatchObject([{ path: 'orderNumber' }]);
    expect(result.invoice).toBeNull();
    for (const [path, original] of [
      ['original', undefined],
      ['original.issuedAt', { id: IIC }],
    ] as const) {
      const blamed = validateInvoice({ ...corrective, original }, CONTEXT, [blame(path)]);
      expect(blamed.issues).toEqual([blame(path)]);
    }
  });

  test('is a text or a discount that is longer or finer by one', () => {
    const most = { operatorName: 'o'.repeat(100), discountAmount: 0.0001 };
    expect(found({ ...invoice, ...most })).toEqual([]);
    expect(found({ ...invoice, operatorName: 'o'.repeat(101), discountAmount: 0.00001 })).toEqual([
      'discountAmount TOO_MANY_DECIMALS',
      'operatorName TEXT_TOO_LONG',
    ]);
  });

  test('is not that nothing is there: the check of shapes reports missing fields', () => {
    const nothing = { invoice: null, issues: [], warnings: [] };
    const fields = { advancePaymentIic: IIC, original: { id: IIC } };
    for (const input of [{}, { items: [{}, undefined], buyer: {} }, { ...fields, type: 'Bill' }]) {
      expect(found(input)).toEqual('type' in input ? ['type VALUE_UNKNOWN'] : []);
      expect(validateInvoice(input, CONTEXT)).toMatchObject({ invoice: null, warnings: [] });
    }
    for (const lacking of [{ buyer: { idType: 'PASS' } }, { items: [line, undefined] }]) {
      expect(validateInvoice({ ...invoice, ...lacking }, CONTEXT)).toEqual(nothing);
    }
  });

  test.each([0, 1, 2_147_483_647])('is not the order number %p', (orderNumber) => {
    expect(found({ ...invoice, orderNumber })).toEqual([]);
  });

  test.each([-1, 0.5, 2_147_483_648, Number.NaN, Infinity])(
    'is the order number %p',
    (orderNumber) => {
      expect(found({ ...invoice, orderNumber })).toEqual(['orderNumber ORDER_NUMBER_OUT_OF_RANGE']);
    },
  );

  test('leaves nothing to compute or store, however small it is', () => {
    expect(validateInvoice({ ...invoice, orderNumber: -1 }, CONTEXT).invoice).toBeNull();
    expect(validateInvoice({ ...invoice, discountAmount: 4 }, CONTEXT).invoice).toBeNull();
  });

  test('is a type of invoice that does not exist', () => {
    expect(found({ ...invoice, typeOfInvoice: 'CASH' })).toEqual(['typeOfInvoice VALUE_UNKNOWN']);
  });

  test('is a payment by SVOUCHER', () => {
    expect(found({ ...invoice, paymentMethod: 'SVOUCHER', advancePaymentIic: IIC })).toEqual([
      'paymentMethod PAYMENT_METHOD_NOT_ALLOWED',
    ]);
  });
});

describe('an advance', () => {
  test('must be named by its IIC when it is used for paying', () => {
    const paid = { ...invoice, paymentMethod: 'ADVANCE' };
    expect(found(paid)).toEqual(['advancePaymentIic ADVANCE_PAYMENT_IIC_REQUIRED']);
    expect(found({ ...paid, advancePaymentIic: '' })).toEqual([
      'advancePaymentIic ADVANCE_PAYMENT_IIC_REQUIRED',
    ]);
    for (const iic of [IIC.toLowerCase(), IIC.slice(1), ` ${IIC}`, `${IIC}\n`]) {
      expect(found({ ...paid, advancePaymentIic: iic })).toEqual(['advancePaymentIic IIC_INVALID']);
    }
    expect(found({ ...paid, advancePaymentIic: IIC })).toEqual([]);
  });

  test('named without need is ignored with a warning', () => {
    const result = validateInvoice({ ...invoice, advancePaymentIic: 'x' }, CONTEXT);
    expect(result.issues).toEqual([]);
    expect(result.invoice?.advancePaymentIic).toBeNull();
    expect(result.warnings).toEqual([
      'advancePaymentIic is used for ADVANCE payments only and was ignored',
    ]);
  });
});

describe('a corrective', () => {
  test.each([
    undefined,
    null,
    {},
    { id: IIC },
    { issuedAt: '2026-07-11T15:51:04+02:00' },
    { id: '', issuedAt: '2026-07-11T15:51:04+02:00' },
  ])('without both values of its original is refused: %j', (original) => {
    expect(validateInvoice({ ...corrective, original }, CONTEXT).issues).toEqual([
      issue('ORIGINAL_REQUIRED', 'original', 'IIC and issue date of the original are required.'),
    ]);
  });

  test('refers to its original by a well-formed IIC and time', () => {
    const original = { id: IIC.toLowerCase(), issuedAt: '11.7.2026' };
    expect(found({ ...corrective, original })).toEqual([
      'original.id IIC_INVALID',
      'original.issuedAt DATE_TIME_INVALID',
    ]);
  });

  test('is the only document with an original', () => {
    const result = validateInvoice({ ...corrective, ...invoice }, CONTEXT);
    expect(result.issues).toEqual([]);
    expect(result.invoice?.original).toBeNull();
    expect(result.warnings).toEqual(['original is used on a corrective only and was ignored']);
  });
});

describe('warnings', () => {
  test('say what the authority receives shortened', () => {
    const items = [line, { ...line, name: 'š'.repeat(51) }];
    const result = validateInvoice({ ...invoice, items, note: 'n'.repeat(201) }, CONTEXT);
    expect(result.issues).toEqual([]);
    expect(result.warnings).toEqual([
      'items[1].name is longer than 50 characters; the authority receives the first 50',
      'note is longer than 200 characters; the authority receives the first 200',
    ]);
  });

  test('say which text no font prints, and what stands beside it', () => {
    const items = ['咖啡', 'ꓢꓮ', 'กาแฟ 🎂'].map((name) => ({ ...line, name }));
    expect(validateInvoice({ ...invoice, items }, CONTEXT).warnings).toEqual([
      'items[1].name has letters that no font prints: "ꓢꓮ" stands beside it',
    ]);
  });

  test('measure what is cut on the text as the message writes it', () => {
    const buyer = { idType: 'PASS', idNumber: '1', name: 'đ'.repeat(201), city: 'đ'.repeat(51) };
    const sent = {
      ...invoice,
      items: [line, { ...line, name: 'đ'.repeat(26), unit: 'đ'.repeat(26) }],
      note: `${'đ'.repeat(100)}!`,
      buyer: { ...buyer, address: 'đ'.repeat(101) },
    };
    const cut = (path: string, length: number) =>
      `${path} is longer than ${length} characters after transliteration; ` +
      `the authority receives the first ${length}`;
    expect(validateInvoice(sent, CONTEXT)).toMatchObject({
      issues: [],
      warnings: [
        cut('buyer.name', 400),
        cut('buyer.address', 200),
        cut('buyer.city', 100),
        cut('items[1].name', 50),
        cut('items[1].unit', 50),
        cut('note', 200),
      ],
    });
    const shorter = { ...CONTEXT, writtenText: (text: string) => text.slice(1) };
    const items = [{ ...line, name: 'n'.repeat(51) }];
    expect(validateInvoice({ ...invoice, items }, shorter).warnings).toEqual([]);
  });
});

describe('a note', () => {
  test('keeps its line breaks, and no other control character', () => {
    const note = 'prvi red\r\ndrugi red\n\nčetvrti\rpeti';
    expect(validateInvoice({ ...invoice, note }, CONTEXT)).toMatchObject({
      issues: [],
      invoice: { note },
    });
    for (const other of ['\t', '\v', '\f', '\u0085', '\0']) {
      expect(found({ ...invoice, note: `a${other}b` })).toEqual(['note CONTROL_CHARACTER']);
    }
    expect(found({ ...invoice, operatorName: 'a\nb' })).toEqual(['operatorName CONTROL_CHARACTER']);
    expect(found({ ...invoice, note: '\n'.repeat(999) + 'ab' })).toEqual(['note TEXT_TOO_LONG']);
  });
});

describe('Extensions §6: the tax period', () => {
  test.each([
    ['12/2026', []],
    ['01/2027', []],
    ['01/1999', []],
    ['02/2027', ['taxPeriod TAX_PERIOD_INVALID']],
    ['01/2028', ['taxPeriod TAX_PERIOD_INVALID']],
    ['13/2026', ['taxPeriod TAX_PERIOD_INVALID']],
    ['00/2026', ['taxPeriod TAX_PERIOD_INVALID']],
    ['1/2026', ['taxPeriod TAX_PERIOD_INVALID']],
    ['2026-11', ['taxPeriod TAX_PERIOD_INVALID']],
    ['11/2026 ', ['taxPeriod TAX_PERIOD_INVALID']],
    ['11/26', ['taxPeriod TAX_PERIOD_INVALID']],
    ['11/20266', ['taxPeriod TAX_PERIOD_INVALID']],
    ['  ', []],
  ])('%j is judged by the month in Podgorica', (taxPeriod, issues) => {
    expect(found({ ...invoice, taxPeriod })).toEqual(issues);
  });

  test('is kept, on a corrective and an advance, too, and absent where none was sent', () => {
    for (const type of ['Invoice', 'Advance', 'Corrective']) {
      const sent = { ...corrective, ...(type !== 'Corrective' && invoice), type };
      const kept = validateInvoice({ ...sent, taxPeriod: '11/2026' }, CONTEXT).invoice;
      expect(kept?.taxPeriod).toBe('11/2026');
      expect(validateInvoice({ ...sent, taxPeriod: ' ' }, CONTEXT).invoice).not.toHaveProperty(
        'taxPeriod',
      );
    }
  });
});

describe('Extensions §6: what an invoice replaces', () => {
  test.each([
    ['Invoice', IIC, []],
    ['Invoice', IIC.toLowerCase(), ['replaces IIC_INVALID']],
    ['Invoice', ` ${IIC}`, ['replaces IIC_INVALID']],
    ['Advance', IIC, ['replaces REPLACES_NOT_ALLOWED']],
    ['Corrective', IIC, ['replaces REPLACES_NOT_ALLOWED']],
    ['CORRECTIVE', 'x', ['replaces IIC_INVALID', 'replaces REPLACES_NOT_ALLOWED']],
    ['Proforma', IIC, ['type VALUE_UNKNOWN']],
    ['Corrective', ' ', []],
  ])('of type %s with %j', (type, replaces, issues) => {
    const sent = type.toLowerCase() === 'corrective' ? corrective : invoice;
    expect(found({ ...sent, type, replaces })).toEqual(issues);
  });

  test('stands first in the note of the message, behind which the note is cut', () => {
    const replacing = { ...invoice, replaces: IIC };
    expect(messageNote(replacing)).toBe(`Zamjenjuje IKOF ${IIC}`);
    expect(messageNote({ ...replacing, note: 'Narudžba 5' })).toBe(
      `Zamjenjuje IKOF ${IIC}. Narudžba 5`,
    );
    const warned = (length: number) =>
      validateInvoice({ ...replacing, note: 'n'.repeat(length) }, CONTEXT).warnings;
    expect(warned(150)).toEqual([]);
    expect(warned(151)).toEqual([
      'note is longer than 150 characters; the authority receives the first 150',
    ]);
    expect(messageNote({ ...replacing, note: 'n'.repeat(150) })).toHaveLength(200);
  });
});

describe('a date-time outside the years that can be kept', () => {
  test.each(['1899-12-31T23:59:59Z', '9999-01-01T00:00:00Z', '12026-07-11T10:00:00Z'])(
    '%s is refused with the years that can',
    (paymentDeadline) => {
      expect(validateInvoice({ ...invoice, paymentDeadline }, CONTEXT).issues).toEqual([
        {
          code: 'DATE_TIME_INVALID',
          path: 'paymentDeadline',
          message:
            'paymentDeadline must be an ISO 8601 date-time of the years 1900 to 9998, ' +
            'like 2026-07-11T15:51:04Z.',
        },
      ]);
    },
  );
});

describe('a buyer of Kosovo', () => {
  test.each(['XKX', 'RKS'])('may be sent as %s and is kept as RKS', (country) => {
    const buyer = { idType: 'TAX', idNumber: '811234567', name: 'Kupac', country };
    const { invoice: kept, issues } = validateInvoice({ ...invoice, buyer }, CONTEXT);
    expect(issues).toEqual([]);
    expect(kept?.buyer?.country).toBe('RKS');
  });
});

describe('the discount', () => {
  const discounted = (discountAmount: number): PartialInvoice => ({ ...invoice, discountAmount });

  test('may take everything, and no more', () => {
    expect(found(discounted(3))).toEqual([]);
    expect(found(discounted(0))).toEqual([]);
    expect(found(discounted(3.0001))).toEqual(['discountAmount DISCOUNT_TOO_LARGE']);
  });

  test('is compared with the bases, not with prices that include VAT', () => {
    const gross = { ...CONTEXT, pricesIncludeVat: true };
    expect(found(discounted(2.4793), gross)).toEqual([]);
    expect(found(discounted(2.4794), gross)).toEqual(['discountAmount DISCOUNT_TOO_LARGE']);
  });

  test('is not negative, except where a corrective copies it with a minus', () => {
    expect(found(discounted(-1))).toEqual(['discountAmount NEGATIVE_NOT_ALLOWED']);
    expect(found({ ...corrective, discountAmount: -3 })).toEqual([]);
    expect(found({ ...corrective, discountAmount: 3 })).toEqual([]);
    expect(found({ ...corrective, discountAmount: 3.0001 })).toEqual([
      'discountAmount DISCOUNT_TOO_LARGE',
    ]);
  });

  test('needs something to be taken from', () => {
    const items = [line, { ...line, unitPrice: -1.5, quantity: -2 }];
    expect(found({ ...corrective, items, discountAmount: 0.0001 })).toEqual([
      'discountAmount DISCOUNT_TOO_LARGE',
    ]);
    expect(found({ ...corrective, items, discountAmount: 0 })).toEqual([]);
  });
});
