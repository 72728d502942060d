import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { readVerificationUrl, VERIFICATION_PAGES, verificationUrl } from './verification-url.ts';

describe('the verification URL', () => {
  test('names the values in the order of the specification, with literal colons and plus', () => {
    const url = verificationUrl(VERIFICATION_PAGES.live, {
      iic: '0123456789ABCDEF0123456789ABCDEF',
      tin: '12345678',
      issueDateTime: '2026-07-11T15:51:04+02:00',
      ordinal: 7,
      businessUnitCode: 'bb123bb123',
      tcrCode: 'cc123cc123',
      softwareCode: 'ss123ss123',
      total: '-59.10',
    });
    expect(url).toBe(
      'https://mapr.tax.gov.me/ic/#/verify?iic=0123456789ABCDEF0123456789ABCDEF&tin=12345678' +
        '&crtd=2026-07-11T15:51:04+02:00&ord=7&bu=bb123bb123&cr=cc123cc123&sw=ss123ss123&prc=-59.10',
    );
  });
});

describe('the text of a QR code', () => {
  const invoice = {
    iic: '0123456789ABCDEF0123456789ABCDEF',
    tin: '12345678',
    issueDateTime: '2026-07-11T15:51:04+02:00',
    ordinal: 7,
    businessUnitCode: 'bb123bb123',
    tcrCode: 'cc123cc123',
    softwareCode: 'ss123ss123',
    total: '-59.10',
  };
  const url = verificationUrl(VERIFICATION_PAGES.live, invoice);

  test.each([
    ['as we write it', url],
    ['with its colons and plus encoded', url.replaceAll(':', '%3A').replaceAll('+', '%2B')],
    ['with white space around it, of another host', ` ${url.replace('mapr', 'efi')}\n`],
    ['with a small IIC', url.replace('ABCDEF', 'abcdef')],
  ])('is read %s', (_, text) => {
    expect(readVerificationUrl(text)).toEqual(invoice);
  });

  test.each([
    ['no link', 'bb123bb123/7/2026/cc123cc123'],
    ['without a value', url.replace('&sw=ss123ss123', '')],
    ['with a short IIC', url.replace('iic=0', 'iic=')],
    ['without a number', url.replace('ord=7', 'ord=0')],
    ['with a number that is too large', url.replace('ord=7', 'ord=2147483648')],
    ['with a day that does not exist', url.replace('07-11', '02-30')],
    ['with a TCR code that is none', url.replace('cr=cc', 'cr=CC')],
    ['that is broken', url.replace('prc=', 'prc=%')],
  ])('is no text of one: %s', (_, text) => {
    expect(readVerificationUrl(text)).toBeNull();
  });
});

const vectorsFile = new URL('../../../../../shared/efi/vectors.md', import.meta.url);
const suite = existsSync(vectorsFile) ? describe : describe.skip;

suite('the QR texts of real invoices (needs ../shared/efi/vectors.md beside the project)', () => {
  test('are reproduced to the letter, one of the test and one of the live environment', () => {
    const text = readFileSync(vectorsFile, 'utf8');
    const urls = text.match(/https:\/\/[^\s`]*\/verify\?iic=[^\s`]*/g) ?? [];
    expect(urls).toHaveLength(2);
    const rebuilt = urls.map((url) => {
      const value = (name: string): string => new RegExp(`[?&]${name}=([^&]*)`).exec(url)![1]!;
      const isTest = url.startsWith(VERIFICATION_PAGES.test);
      return verificationUrl(VERIFICATION_PAGES[isTest ? 'test' : 'live'], {
        iic: value('iic'),
        tin: value('tin'),
        issueDateTime: value('crtd'),
        ordinal: Number(value('ord')),
        businessUnitCode: value('bu'),
        tcrCode: value('cr'),
        softwareCode: value('sw'),
        total: value('prc'),
      });
    });
    expect(rebuilt).toEqual(urls);
    expect(new Set(urls.map((url) => new URL(url).host)).size).toBe(2);
  });
});
