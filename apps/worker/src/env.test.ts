import { loadEnv } from '@fiscal/runtime';
import { describe, expect, test } from '@jest/globals';
import { poolSizeOf, workerEnvSchema } from './env.ts';

const NEEDED = {
  DATABASE_URL: 'postgresql://127.0.0.1/fiscal',
  REDIS_URL: 'redis://127.0.0.1',
  CERTIFICATE_IDENTITY: 'AGE-SECRET-KEY-1ABC',
  CHROME_PATH: '/usr/bin/chromium',
  EFI_TEST_TRUST_ANCHORS: '/anchors.pem',
  EFI_LIVE_TRUST_ANCHORS: '/anchors.pem',
};
const load = (own: Record<string, string>) => loadEnv(workerEnvSchema, { ...NEEDED, ...own });

describe.each(['EFI_LIVE_URL', 'EFI_RECEIPT_CHECK_LIVE_URL'])('%s', (name) => {
  test.each([
    'http://efi.tax.gov.me/fs-v1',
    'http://10.0.0.1/fs-v1',
    'http://0.0.0.0/fs-v1',
    'http://127.0.0.1.example/fs-v1',
    'http://localhost.example/fs-v1',
    'http://127.0.0.1@efi.example/fs-v1',
    'http://[::ffff:10.0.0.1]/fs-v1',
  ])('in the clear is refused by its name: %s', (url) => {
    expect(() => load({ [name]: url })).toThrow(`${name} must begin with https:`);
  });

  test.each(['efi.tax.gov.me', 'ftp://efi.tax.gov.me/fs-v1', 'https://'])(
    'that is none is refused by its name: %s',
    (url) => {
      expect(() => load({ [name]: url })).toThrow(
        `${name} must be a URL. For example: ${name}=https://`,
      );
    },
  );

  test.each([
    'https://efi.tax.gov.me/fs-v1',
    'http://127.0.0.1:4010/fs-v1',
    'http://127.1.2.3/fs-v1',
    'http://[::1]:4010/fs-v1',
    'http://localhost:4010/fs-v1',
  ])('over TLS, or on a loopback address, is taken: %s', (url) => {
    expect(load({ [name]: url })).toMatchObject({ [name]: url });
  });
});

test('the addresses of the test environment may be in the clear, as the simulator’s are', () => {
  const url = 'http://efi-simulator:4010/fs-v1';
  const own = { EFI_TEST_URL: url, EFI_RECEIPT_CHECK_TEST_URL: url };
  expect(load(own)).toMatchObject(own);
});

describe('the roles of a worker', () => {
  const DATABASE_URL = 'postgresql://127.0.0.1/fiscal';
  const alone = (own: Record<string, string>) => loadEnv(workerEnvSchema, { DATABASE_URL, ...own });

  test('are all of them where nothing is said', () => {
    expect(load({}).WORKER_ROLES).toEqual(['fiscalize', 'deliver', 'print', 'keys', 'notify']);
  });

  test('that only print need a browser, and neither identity nor authority', () => {
    const { WORKER_ROLES } = alone({ WORKER_ROLES: 'print', CHROME_PATH: '/usr/bin/chromium' });
    expect(WORKER_ROLES).toEqual(['print']);
  });

  test.each(['fiscalize', 'deliver', 'keys', 'fiscalize, deliver,keys'])(
    'that sign need no browser: %s',
    (roles) => {
      const own = { CERTIFICATE_IDENTITY: 'AGE-SECRET-KEY-1ABC', EFI_TEST_TRUST_ANCHORS: '/a.pem' };
      expect(alone({ WORKER_ROLES: roles, ...own })).not.toHaveProperty('CHROME_PATH');
    },
  );

  test('are refused with a sentence for each thing that they lack', () => {
    expect(() => alone({ LEASE_MS: '1' })).toThrow(
      [
        '  CERTIFICATE_IDENTITY must be set for fiscalize, deliver, keys of WORKER_ROLES: it opens the private keys. For example: CERTIFICATE_IDENTITY=AGE-SECRET-KEY-1…',
        '  EFI_TEST_TRUST_ANCHORS must be set for fiscalize, deliver, keys of WORKER_ROLES: it says whose replies to believe. For example: EFI_TEST_TRUST_ANCHORS=/etc/fiscal/test-trust-anchors.pem',
        '  CHROME_PATH must be set for print of WORKER_ROLES: Chrome prints. For example: CHROME_PATH=/usr/bin/chromium-headless-shell',
      ].join('\n'),
    );
    expect(() => alone({ WORKER_ROLES: 'print', CERTIFICATE_IDENTITY: 'x' })).toThrow(
      /CERTIFICATE_IDENTITY must be AGE[^]*CHROME_PATH must be set for print/,
    );
  });

  test('decide how many connections there are, where no variable does', () => {
    expect(poolSizeOf(load({}))).toBe(16);
    expect(poolSizeOf(load({ WORKER_ROLES: 'print' }))).toBe(4);
    expect(poolSizeOf(load({ WORKER_ROLES: 'print,notify' }))).toBe(4);
    expect(poolSizeOf(load({ WORKER_ROLES: 'print', DATABASE_POOL_SIZE: '7' }))).toBe(7);
  });

  test('that are unknown are refused by name', () => {
    expect(() => load({ WORKER_ROLES: 'print,mail' })).toThrow(
      'WORKER_ROLES must be some of fiscalize, deliver, print, keys, notify, with commas between; “mail” is none of them',
    );
  });
});
