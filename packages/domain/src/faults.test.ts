import { describe, expect, test } from '@jest/globals';
import type { FailureCode } from './failure.ts';
import { faultOf, KNOWN_FAULT_CODES, remedyKeyOf } from './faults.ts';
import { REMEDIES } from './remedy.ts';

describe('the table of codes', () => {
  test('has every documented code and no other', () => {
    const documented = [
      0, 1, 2, 10, 11, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38,
      39, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58,
    ];
    expect(KNOWN_FAULT_CODES).toEqual(documented);
  });

  test.each(KNOWN_FAULT_CODES)(
    'says of %i in whole sentences what it means and what to do',
    (code) => {
      const { meaning, remedy } = faultOf(code);
      expect(meaning).toMatch(/^[A-Z].+\.$/);
      expect(REMEDIES[remedy]).toMatch(/^[A-Z].+\.$/);
    },
  );

  test.each([
    [53, 'Call POST /api/tcr/register with {} and check the ENU in the admin panel.'],
    [56, 'INITIAL deposit already registered today; fiscalization continues.'],
    [58, 'Repeat fiscalize or call POST /api/cashdeposit/initial.'],
  ])('gives for %i the remedy of the interface specification', (code, remedy) => {
    expect(REMEDIES[faultOf(code).remedy]).toBe(remedy);
  });

  test.each([
    ['TCR is not valid', 'Wrong ENU in the admin panel, or the TCR is not active.'],
    ['operator code is not valid', 'Check the codes and the company data in the admin panel.'],
    [
      'Total VAT amount is wrong',
      "Correct in the till what the authority's words name, issue the invoice anew, and dismiss " +
        'this one in the admin panel.',
    ],
    [
      "attribute 'U' must appear on element 'I'",
      'Report it to the operator of the service: the message was refused.',
    ],
    [
      '',
      'Wrong ENU in the admin panel, or the TCR is not active. If neither is the case, correct in ' +
        "the till what the authority's words name, issue the invoice anew, and dismiss this one " +
        'in the admin panel.',
    ],
  ])('gives for 11 with the words "%s" what helps against that', (words, remedy) => {
    expect(REMEDIES[faultOf(11, words).remedy]).toBe(remedy);
  });

  test.each([0, 39, 900, 920, 999, null])(
    'counts %p as technical: it does not say that the document was refused',
    (code) => {
      expect(faultOf(code)).toMatchObject({ class: 'technical', retryable: true });
    },
  );

  test.each([3, 40, 59, 100, 899])('counts %p as undocumented: its meaning is unknown', (code) => {
    expect(faultOf(code)).toMatchObject({ class: 'undocumented', retryable: true });
  });

  // Decisions §6.
  test('counts the clock, the certificate and the taxpayer as refusals of the sender, and no other code', () => {
    const ofSender = KNOWN_FAULT_CODES.filter((code) => faultOf(code).isOfSender);
    expect(ofSender).toEqual([2, 34, 35, 36, 37, 38, 52, 55]);
    for (const code of [3, 77, 920, null]) expect(faultOf(code).isOfSender).toBe(false);
  });

  test('lets the same document be tried again only where nothing has to be changed', () => {
    const retryable = KNOWN_FAULT_CODES.filter((code) => faultOf(code).retryable);
    expect(retryable).toEqual([0, 39, 58]);
  });
});

describe('what helps against code 11 is', () => {
  test.each([
    ['tcrInactive', 'TCR is not valid'],
    ['tcrInactive', 'TCR is not valid. It was registered less than 60 minutes ago.'],
    ['tcrInactive', 'TCR code ab123cd456 is inactive'],
    ['tcrInactive', 'ENU nije aktivan'],
    ['registerCodes', 'software code does not match TCR software code'],
    ['registerCodes', 'TCR software code is not active'],
    ['registerCodes', 'operator code is not valid'],
    ['registerCodes', 'business unit code is not valid'],
    [
      'taxpayerInactive',
      'status of the taxpayer was not active at the time when the invoice was issued',
    ],
    ['masterData', 'tax rate or exempt from VAT must exist for all same taxes if issuer is in VAT'],
    [
      'masterData',
      'Invoice VAT is invalid. TotVATAmt attribute must not exist if taxpayer is not obligated to declare VAT',
    ],
    ['correctData', 'Total VAT amount is wrong'],
    ['correctData', 'total invoice price is wrong'],
    ['correctData', "Type of invoice doesn't match payment method"],
    ['correctData', "total price amount doesn't coresponds to amount in the PaymentMethods"],
    ['correctData', 'Buyers TIN is not in the correct format'],
    ['correctData', 'tax rate is not valid in the moment of invoice issuing'],
    ['correctData', 'negative values are allowed only when CorrectiveInv exist'],
    ['report', "the content of element 'Items' is not complete"],
    ['report', "attribute 'U' must appear on element 'I'"],
    ['report', "attribute 'TCRCode' is not valid"],
    ['report', 'IssueDateTime must be equal to SendDateTime if SubseqDelivType does not exist'],
    ['report', 'IIC is not valid'],
    ['correctData', 'Sum of all items does not match'],
    ['report', 'XML validation failed'],
    ['tcrOrData', 'The request is not valid.'],
    ['tcrOrData', 'Neispravan zahtjev'],
    ['tcrOrData', ''],
  ])('%s where the authority says: %s', (remedy, words) => {
    expect(faultOf(11, words).remedy).toBe(remedy);
  });

  test('to look at both, register and data, where the authority says nothing', () => {
    expect(faultOf(11, null).remedy).toBe('tcrOrData');
  });

  // Decisions §6.
  test('the remedy of the specification first, and the data beside it, where no pattern knows the words', () => {
    const words = REMEDIES[faultOf(11, 'Greška 4711').remedy];
    expect(words.indexOf('Wrong ENU in the admin panel, or the TCR is not active.')).toBe(0);
    expect(words).toMatch(/If neither is the case, correct in the till what the authority's words/);
  });

  test('a matter of that code alone: every other says itself what it is about', () => {
    expect(faultOf(41, 'TCR is not valid').remedy).toBe('registerCodes');
    expect(faultOf(null, 'TCR is not valid').remedy).toBe('wait');
  });
});

describe('the remedy of a failure', () => {
  const keyOf = (code: FailureCode, efiCode: number | null, efiMessage: string | null = null) =>
    remedyKeyOf({ code, efiCode, efiMessage });

  test.each([
    ['EFI_REFUSED', 53, 'tcr'],
    ['EFI_REFUSED', 58, 'deposit'],
    ['EFI_REFUSED', 44, 'vatStatus'],
    ['EFI_REFUSED', 52, 'taxpayerUnknown'],
    ['EFI_REFUSED', 55, 'taxpayerInactive'],
    ['EFI_SIGNATURE_REFUSED', 29, 'report'],
    ['CERTIFICATE_ERROR', 37, 'certificateTin'],
    ['CERTIFICATE_ERROR', 38, 'newCertificate'],
    ['EFI_UNAVAILABLE', 912, 'wait'],
  ] as const)('of %s follows the code of the authority, %d', (code, efiCode, key) => {
    expect(keyOf(code, efiCode)).toBe(key);
  });

  test('with code 11 follows the words of the authority', () => {
    expect(keyOf('EFI_REFUSED', 11, 'Total VAT amount is wrong')).toBe('correctData');
    expect(keyOf('EFI_REFUSED', 11)).toBe('tcrOrData');
  });

  test('follows our own code where the authority gave none, or one that is not documented', () => {
    expect(keyOf('CERTIFICATE_ERROR', null)).toBe('newCertificate');
    expect(keyOf('EFI_REFUSED', 777)).toBe('lookAtIt');
  });

  test.each(['deposit', 'call'] as const)(
    'of a %s, which is no invoice, names none that is fiscalized, split or issued again',
    (subject) => {
      for (const efiCode of [...KNOWN_FAULT_CODES, 912, 777, null]) {
        for (const words of [null, 'Total VAT amount is wrong', 'The request is not valid.']) {
          for (const code of ['EFI_REFUSED', 'EFI_UNAVAILABLE'] as const) {
            const key = remedyKeyOf({ code, efiCode, efiMessage: words }, subject);
            expect(['retry', 'wait', 'split', 'correctData', 'tcrOrData']).not.toContain(key);
          }
        }
      }
    },
  );

  test('of a call that got no reply is to repeat the call', () => {
    const failure = { code: 'EFI_UNAVAILABLE', efiCode: null, efiMessage: null } as const;
    expect(remedyKeyOf(failure, 'call')).toBe('repeatCall');
    expect(remedyKeyOf(failure)).toBe('retry');
  });

  test('of the deposit of a sale is the deposit’s, also with code 11', () => {
    expect(keyOf('INITIAL_DEPOSIT_FAILED', 11, 'The request is not valid.')).toBe('tcrInactive');
  });
});
