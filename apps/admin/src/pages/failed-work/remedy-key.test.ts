import { describe, expect, test } from '@jest/globals';
import { remedyKeyOf } from './remedy-key.ts';

describe('our remedy', () => {
  test.each([
    ['EFI_REFUSED', 53, 'tcr'],
    ['EFI_REFUSED', 58, 'deposit'],
    ['EFI_REFUSED', 44, 'vatStatus'],
    ['EFI_SIGNATURE_REFUSED', 29, 'report'],
    ['CERTIFICATE_ERROR', 37, 'certificateTin'],
    ['CERTIFICATE_ERROR', 38, 'newCertificate'],
    ['EFI_UNAVAILABLE', 912, 'wait'],
  ] as const)('of %s follows the code of the authority, %d', (code, efiCode, key) => {
    expect(remedyKeyOf(code, efiCode, null)).toBe(key);
  });

  test.each([
    ['tcr', 'tcrInactive'],
    ['master-data', 'masterData'],
    ['data', 'correctData'],
    ['message', 'report'],
    ['unknown', 'tcrOrData'],
  ] as const)('of code 11 follows what the authority speaks of: %s', (subject, key) => {
    expect(remedyKeyOf('EFI_REFUSED', 11, subject)).toBe(key);
  });

  test('follows our own code where the authority gave none, or one that nobody knows', () => {
    expect(remedyKeyOf('CERTIFICATE_ERROR', null, null)).toBe('newCertificate');
    expect(remedyKeyOf('EFI_REFUSED', 777, null)).toBe('lookAtIt');
  });

  test('is left to the sentence of the service for a code that is new', () => {
    expect(remedyKeyOf('SOMETHING_NEW', null, null)).toBeNull();
  });
});
