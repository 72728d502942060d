import { describe, expect, test } from '@jest/globals';
import type { OriginalInvoice } from './corrective-invoice.ts';
import { validateCorrective } from './corrective-invoice.ts';
import type { InvoiceItem, InvoiceRequest } from '../../invoice.ts';

const IIC = '0123456789ABCDEF0123456789ABCDEF';

const original: OriginalInvoice = {
  status: 'Fiscalized',
  iic: IIC,
  issueDateTime: '2026-07-11T15:51:04+02:00',
  typeOfInvoice: 'NonCash',
  paymentMethod: 'ACCOUNT',
  items: [
    { name: 'Kafa', code: 'K1', vat: { rate: 21 } },
    { name: 'Hljeb', vat: { rate: 7 } },
  ],
};

const line = (fields: Partial<InvoiceItem>): InvoiceItem => ({
  name: 'Kafa',
  code: 'K1',
  unitPrice: -1,
  quantity: -1,
  vat: { rate: 21 },
  ...fields,
});

const request: InvoiceRequest = {
  type: 'Corrective',
  orderNumber: 0,
  typeOfInvoice: 'NonCash',
  paymentMethod: 'ACCOUNT',
  paymentDeadline: '2026-07-12T00:00:00Z',
  items: [line({})],
  original: { id: IIC, issuedAt: '2026-07-11T15:51:04+02:00' },
};

const found = (
  fields: Partial<InvoiceRequest>,
  found: OriginalInvoice | null = original,
): string[] =>
  validateCorrective({ ...request, ...fields }, found).map(({ path, code }) => `${path} ${code}`);

describe('a corrective', () => {
  test('that matches its original is sound, and other documents need none', () => {
    expect(found({})).toEqual([]);
    expect(found({ type: 'Invoice', original: null }, null)).toEqual([]);
  });

  test('must name its original, in the words of the specification', () => {
    expect(validateCorrective({ ...request, original: null }, original)).toMatchObject([
      { code: 'ORIGINAL_REQUIRED', message: 'IIC and issue date of the original are required.' },
    ]);
  });

  test('with a blank code matches the lines of its original by name', () => {
    const blank = { ...original, items: [{ name: 'Hljeb', code: ' ', vat: { rate: 7 } }] };
    const bread = line({ name: 'Hljeb', code: '', vat: { rate: 7 } });
    expect(found({ items: [bread] }, blank)).toEqual([]);
    const mixed = { ...blank, items: [...original.items, ...blank.items] };
    expect(found({ items: [{ ...bread, vat: { rate: 21 } }] }, mixed)).toEqual([
      'items[0].vat.rate CORRECTIVE_VAT_RATE_MISMATCH',
    ]);
  });

  test('of an unknown invoice is refused', () => {
    expect(found({}, null)).toEqual(['original.id ORIGINAL_NOT_FOUND']);
  });

  test.each(['Draft', 'Pending', 'Failed', 'Offline'] as const)(
    'of an invoice that is %s is refused',
    (status) => {
      expect(found({}, { ...original, status })).toEqual(['original.id ORIGINAL_NOT_FISCALIZED']);
    },
  );

  test('of an invoice without an IIC is refused, whatever its status says', () => {
    expect(found({}, { ...original, iic: null })).toEqual(['original.id ORIGINAL_NOT_FISCALIZED']);
  });

  test('of an Offline invoice learns that it has to wait for the FIC', () => {
    const [issue] = validateCorrective(request, { ...original, status: 'Offline' });
    expect(issue?.message).toContain('once its FIC has come');
  });

  test.each(['2026-07-11T13:51:04Z', '2026-07-11T13:51:04.999Z', '2026-07-11T14:51:04+01:00'])(
    'may write the issue time of its original as %s',
    (issuedAt) => {
      expect(found({ original: { id: IIC, issuedAt } })).toEqual([]);
    },
  );

  test.each(['2026-07-11T15:51:05+02:00', '2026-07-11T15:51:04Z', 'yesterday'])(
    'may not claim %s as the issue time of its original',
    (issuedAt) => {
      expect(found({ original: { id: IIC, issuedAt } })).toEqual([
        'original.issuedAt ORIGINAL_ISSUED_AT_MISMATCH',
      ]);
    },
  );

  test('keeps type and payment method of its original', () => {
    const issues = validateCorrective(
      { ...request, typeOfInvoice: 'Cash', paymentMethod: 'BUSINESSCARD' },
      original,
    );
    expect(issues).toMatchObject([
      { path: 'typeOfInvoice', code: 'ORIGINAL_TYPE_MISMATCH' },
      {
        path: 'paymentMethod',
        code: 'PAYMENT_METHOD_NOT_ALLOWED',
        message: 'Payment method not allowed.',
      },
    ]);
  });

  test('reports everything at once', () => {
    const issuedAt = '2026-07-11T15:51:05+02:00';
    expect(
      found({
        original: { id: IIC, issuedAt },
        paymentMethod: 'ORDER',
        items: [line({ vat: { rate: 7 } }), line({}), line({ vat: { rate: 15 } })],
      }),
    ).toEqual([
      'original.issuedAt ORIGINAL_ISSUED_AT_MISMATCH',
      'paymentMethod PAYMENT_METHOD_NOT_ALLOWED',
      'items[0].vat.rate CORRECTIVE_VAT_RATE_MISMATCH',
      'items[2].vat.rate CORRECTIVE_VAT_RATE_MISMATCH',
    ]);
  });
});

describe('Extensions §5: a line of a corrective', () => {
  const exempt = { rate: 0, exemption: 'VAT_CL26' } as const;
  const sold: OriginalInvoice = {
    ...original,
    items: [
      { name: 'Pregled', vat: exempt },
      { name: 'Vino', vat: { rate: 0 }, isExport: true },
      { name: 'Knjiga', vat: { rate: 0, exemption: null } },
    ],
  };

  test.each<[Partial<InvoiceItem>, string[]]>([
    [{ name: 'Pregled', vat: exempt }, []],
    [{ name: 'Pregled', vat: { rate: 0 } }, ['items[0].vat']],
    [{ name: 'Pregled', vat: { rate: 0, exemption: 'VAT_CL27' } }, ['items[0].vat']],
    [{ name: 'Pregled', vat: exempt, isExport: true }, ['items[0].isExport']],
    [{ name: 'Vino', vat: { rate: 0 }, isExport: true }, []],
    [{ name: 'Vino', vat: { rate: 0 } }, ['items[0].isExport']],
    [{ name: 'Vino', vat: exempt }, ['items[0].vat', 'items[0].isExport']],
    [{ name: 'Knjiga', vat: { rate: 0 } }, []],
    [{ name: 'Knjiga', vat: { rate: 0 }, isExport: false }, []],
    [{ name: 'Knjiga', vat: { rate: 7 } }, ['items[0].vat.rate']],
    // A discount that matches no line takes back from what there was.
    [{ name: 'Popust', vat: exempt }, []],
    [{ name: 'Popust', vat: { rate: 0, exemption: 'VAT_CL44' } }, ['items[0].vat']],
    // Another article is re-issued with any.
    [{ name: 'Pica', vat: { rate: 0, exemption: 'VAT_CL44' }, quantity: 1, unitPrice: 1 }, []],
  ])('written as %j is unlike its original at %j', (fields, paths) => {
    const items = [line({ code: null, ...fields })];
    expect(found({ items }, sold)).toEqual(
      paths.map((path) => `${path} CORRECTIVE_VAT_RATE_MISMATCH`),
    );
  });
});

describe('the VAT rate of a line of a corrective', () => {
  test.each([
    ['matched by code', { vat: { rate: 21 } }, true],
    ['matched by code, of another rate', { vat: { rate: 7 } }, false],
    [
      'matched by code under another name, of another rate',
      { name: 'Espreso', vat: { rate: 7 } },
      false,
    ],
    ['matched by name where it has no code', { name: 'Hljeb', code: null, vat: { rate: 7 } }, true],
    ['matched by name, of another rate', { name: 'Hljeb', code: '', vat: { rate: 21 } }, false],
    [
      'unmatched, of a rate the original has',
      { name: 'Popust', code: 'X', vat: { rate: 7 } },
      true,
    ],
    [
      'unmatched, of a rate it does not have',
      { name: 'Popust', code: 'X', vat: { rate: 15 } },
      false,
    ],
    ['re-issued, matched by code', { unitPrice: 1, quantity: 1 }, true],
    [
      're-issued, matched by code, of another rate',
      { unitPrice: 1, quantity: 1, vat: { rate: 15 } },
      false,
    ],
    [
      're-issued, matched by name, of another rate',
      { name: 'Hljeb', code: null, unitPrice: 1, quantity: 1, vat: { rate: 15 } },
      false,
    ],
    [
      're-issued, with a new code though its name is known, of any rate',
      { name: 'Hljeb', code: 'X', unitPrice: 1, quantity: 1, vat: { rate: 15 } },
      true,
    ],
    [
      're-issued, unmatched, of any rate',
      { name: 'Rum', code: 'X', unitPrice: 1, quantity: 1, vat: { rate: 15 } },
      true,
    ],
  ])('%s', (_, fields, isSound) => {
    expect(found({ items: [line(fields)] })).toEqual(
      isSound ? [] : ['items[0].vat.rate CORRECTIVE_VAT_RATE_MISMATCH'],
    );
  });

  test('is any of those that lines of the same code have', () => {
    const items = [...original.items, { name: 'Kafa', code: 'K1', vat: { rate: 15 } }];
    expect(found({ items: [line({ vat: { rate: 15 } })] }, { ...original, items })).toEqual([]);
  });
});
