import { afterEach, describe, expect, test } from '@jest/globals';
import { efiVariables, efiVariablesOfShell, verifyVariables } from './efi-endpoints.ts';

const names = ['EFI_TEST_URL', 'EFI_RECEIPT_CHECK_LIVE_URL', 'EFI_TEST_TRUST_ANCHORS', 'INIT_CWD'];

afterEach(() => {
  for (const name of names) Reflect.deleteProperty(process.env, name);
});

describe('which authority the worker talks to', () => {
  test('is the simulator, for whatever the shell does not set, and never a live one', () => {
    process.env.EFI_TEST_URL = 'https://elsewhere.example/fs-v1';
    process.env.EFI_RECEIPT_CHECK_LIVE_URL = '';
    expect(efiVariables('http://127.0.0.1:4010', '/ca.pem', efiVariablesOfShell())).toEqual({
      EFI_TEST_URL: 'https://elsewhere.example/fs-v1',
      EFI_RECEIPT_CHECK_TEST_URL: 'http://127.0.0.1:4010/ic/api/verifyInvoice',
      EFI_TEST_TRUST_ANCHORS: '/ca.pem',
      EFI_LIVE_TRUST_ANCHORS: '/ca.pem',
    });
  });

  test('also decides whose page a QR code opens, unless that is named', () => {
    const simulator = 'http://127.0.0.1:4010';
    const ofSimulator = { EFI_VERIFY_TEST_URL: `${simulator}/ic/#/verify` };
    expect(verifyVariables(simulator, {})).toEqual(ofSimulator);
    expect(verifyVariables(simulator, { EFI_LIVE_URL: 'https://efi.example' })).toEqual(
      ofSimulator,
    );
    expect(verifyVariables(simulator, { EFI_TEST_URL: 'https://efi.example' })).toEqual({});
    const named = {
      EFI_VERIFY_TEST_URL: 'https://a.example',
      EFI_VERIFY_LIVE_URL: 'https://b.example',
    };
    expect(verifyVariables(simulator, named)).toEqual(named);
  });

  test('takes trust anchors relative to where the command was called', () => {
    process.env.INIT_CWD = import.meta.dirname;
    process.env.EFI_TEST_TRUST_ANCHORS = 'efi-endpoints.test.ts';
    expect(efiVariablesOfShell()).toEqual({ EFI_TEST_TRUST_ANCHORS: import.meta.filename });
  });

  test.each([
    ['EFI_TEST_URL', 'ftp://elsewhere', /EFI_TEST_URL is not an http or https URL/],
    [
      'EFI_TEST_TRUST_ANCHORS',
      '/no/such/file.pem',
      /names \/no\/such\/file.pem, which does not exist/,
    ],
  ])('is refused for a wrong %s', (name, value, sentence) => {
    process.env[name] = value;
    expect(() => efiVariablesOfShell()).toThrow(sentence);
  });
});
