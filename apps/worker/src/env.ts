import {
  DEFAULT_ORDER_NUMBER_MAX_AHEAD,
  MOST_CLOCK_TOLERANCE_MS,
  RECEIPT_CHECK_LAG_MS,
  VERIFICATION_PAGES,
} from '@fiscal/domain';
import { OBJECT_STORE_KEYS, objectStoreVariables } from '@fiscal/objects/env';
import {
  adminOrigin,
  encryptedUrl,
  MAIL_VARIABLES,
  mailVariables,
  postgresUrl,
  serviceVariables,
} from '@fiscal/runtime';
import { z } from 'zod';
import { neededBy, SIGNING_ROLES, workerRoles } from './roles.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const count = z.coerce.number().int().positive();

/**
 * SHA-256 fingerprints in hexadecimal, with colons or without, with commas between; as Node has
 * them.
 */
const fingerprints = z
  .string()
  .transform((text) => text.split(',').map((each) => each.replace(/[\s:]/g, '').toUpperCase()))
  .refine((each) => each.every((digits) => /^[0-9A-F]{64}$/.test(digits)), {
    message: 'must be SHA-256 fingerprints of 64 hexadecimal digits, with commas between',
  })
  .transform((each) => each.map((digits) => digits.replace(/..(?=.)/g, '$&:')))
  .meta({ example: `${'0A:'.repeat(31)}0A` });

/**
 * The variables of the worker, by which workers read them: every one, those that sign, send or open
 * keys, those that print, and those that mail. Words and marks are those of `serviceVariables`.
 */
export const workerVariables = {
  ofEvery: {
    WORKER_ROLES: workerRoles.describe(
      'What this worker does: fiscalize (sales), deliver (offline invoices), print, keys ' +
        '(onboarding calls), notify (notices by mail, with SMTP_URL). Other workers may do the ' +
        'rest (docs/scaling.md).',
    ),
    DATABASE_URL: postgresUrl.meta({
      description: "The workers' own login (docs/data.md#roles-in-postgresql).",
      example: 'postgresql://fiscal_worker_login:secret@127.0.0.1:5432/fiscal',
      isSecret: true,
    }),
    // See poolSizeOf.
    DATABASE_POOL_SIZE: count
      .optional()
      .describe(
        'Connections of this process to PostgreSQL at most; 4 for a worker that only prints or ' +
          'mails (docs/scaling.md).',
      ),
    ...serviceVariables,
    WORKER_HOST: z
      .string()
      .default('127.0.0.1')
      .meta({ description: 'Where health and metrics are served.', isOfImage: true }),
    WORKER_PORT: port
      .default(3001)
      .meta({ description: 'The port of WORKER_HOST.', isOfImage: true }),
    LEASE_MS: z.coerce
      .number()
      .int()
      .min(1_000)
      .default(6_000)
      .describe(
        "After so long without a sign of life a worker's invoices are taken over by others, " +
          'in ms.',
      ),
    DELIVERY_AFTER_MS: count
      .default(5_000)
      .describe(
        'How soon an unanswered invoice is delivered, or a failed print repeated, in ms; ' +
          'doubles up to 64 times.',
      ),
    // Issue times are whole seconds, so less than two of them would be no tolerance.
    CLOCK_TOLERANCE_MS: z.coerce
      .number()
      .int()
      .min(2_000)
      .max(MOST_CLOCK_TOLERANCE_MS)
      .default(60_000)
      .describe(
        "How far the clock may be off the authority's or PostgreSQL's, in ms, at least 2000 and at " +
          `most ${MOST_CLOCK_TOLERANCE_MS}, before nothing is signed any more.`,
      ),
  },
  ofSigning: {
    // It stays one text here: what is logged strikes texts out.
    CERTIFICATE_IDENTITY: z
      .string()
      .regex(/^AGE-SECRET-KEY-1[A-Z0-9]+(,AGE-SECRET-KEY-1[A-Z0-9]+)*$/, {
        message: 'must be AGE-SECRET-KEY-1…, or several of them with commas between',
      })
      .optional()
      .meta({
        description:
          'Private half of the certificate vault; required by workers that fiscalize, deliver ' +
          'or open keys, and on their machines only. Two with a comma between them while the ' +
          "vault's keys are exchanged (SECURITY.md).",
        example: 'AGE-SECRET-KEY-1…',
        isSecret: true,
      }),
    EFI_TEST_URL: z
      .url()
      .default('https://efitest.tax.gov.me/fs-v1')
      .describe("SOAP endpoint of the authority's test service."),
    // A refusal and what the receipt check says are believed by TLS alone.
    EFI_LIVE_URL: encryptedUrl
      .optional()
      .describe(
        'SOAP endpoint of the authority, https://efi.tax.gov.me/fs-v1; the same for the API. ' +
          'Without it there is no live environment. http: is refused but on a loopback address.',
      ),
    EFI_RECEIPT_CHECK_TEST_URL: z
      .url()
      .default('https://efitest.tax.gov.me/ic/api/verifyInvoice')
      .describe('The public receipt check of the test environment.'),
    EFI_RECEIPT_CHECK_LIVE_URL: encryptedUrl
      .default('https://mapr.tax.gov.me/ic/api/verifyInvoice')
      .describe(
        'The public receipt check of the live environment; http: on a loopback address only.',
      ),
    EFI_TEST_TRUST_ANCHORS: z
      .string()
      .optional()
      .meta({
        description:
          'PEM file: the CAs under which a reply of the authority is believed in the test ' +
          'environment. A worker that only prints needs none.',
        example: '/etc/fiscal/test-trust-anchors.pem',
      }),
    EFI_LIVE_TRUST_ANCHORS: z
      .string()
      .meta({ example: '/etc/fiscal/live-trust-anchors.pem' })
      .optional()
      .describe('The same of the live environment; needed where EFI_LIVE_URL is set.'),
    EFI_TEST_PINNED_CERTIFICATES: fingerprints
      .default([])
      .describe(
        'SHA-256 fingerprints of the certificates that the authority may sign with in the ' +
          'test environment, with commas between; recommended (docs/real-authority.md: the ' +
          'pinned certificate).',
      ),
    EFI_LIVE_PINNED_CERTIFICATES: fingerprints
      .default([])
      .describe('The same of the live environment.'),
    EFI_TLS_CA: z
      .string()
      .optional()
      .describe("PEM file: certificates trusted for TLS besides the system's."),
    // Decisions §6.
    EFI_TEXT: z
      .enum(['ascii', 'utf8'])
      .default('ascii')
      .describe('ascii transliterates texts in messages, utf8 sends them as they are.'),
    EFI_ONLINE_BUDGET_MS: count
      .default(8_000)
      .describe('How long a live sale may take in all before it turns Offline, in ms.'),
    EFI_FAILURES_TO_OPEN: count
      .default(3)
      .describe('After so many messages in a row without a reply, sales turn Offline at once.'),
    EFI_PROBE_EVERY_MS: count
      .default(5_000)
      .describe(
        'How soon one message tries whether the authority replies again, in ms; doubles up to ' +
          '10 s.',
      ),
    EFI_RECEIPT_CHECK_LAG_MS: z.coerce
      .number()
      .int()
      .min(0)
      .default(RECEIPT_CHECK_LAG_MS)
      .describe(
        'How old a message has to be before a receipt check that does not find it is ' +
          'believed, in ms.',
      ),
    EFI_RECEIPT_CHECK_MS: count
      .default(20_000)
      .describe('How long a delivery waits for the public receipt check, in ms.'),
    ORDER_NUMBER_MAX_AHEAD: count
      .default(DEFAULT_ORDER_NUMBER_MAX_AHEAD)
      .describe(
        'How far beyond the highest number in use a client may choose an orderNumber; the ' +
          'same for the API.',
      ),
    FISCALIZE_CONCURRENCY: count
      .default(16)
      .describe('Live and test sales at the same time, each.'),
    DELIVERY_CONCURRENCY: count.default(4).describe('Deliveries at the same time.'),
    KEY_OPERATION_CONCURRENCY: count
      .default(4)
      .describe('Operations with a private key at the same time.'),
    ...objectStoreVariables,
    OBJECT_STORE_AFTER_DAYS: z.coerce
      .number()
      .int()
      .min(0)
      .default(90)
      .describe('How many days old a print or message is before it leaves for the store.'),
  },
  ofPrinting: {
    EFI_VERIFY_TEST_URL: z
      .string()
      .default(VERIFICATION_PAGES.test)
      .describe(
        'The page that QR codes of the test environment open; the same for API and workers.',
      ),
    EFI_VERIFY_LIVE_URL: z
      .string()
      .default(VERIFICATION_PAGES.live)
      .describe(
        'The page that QR codes of the live environment open; the same for API and workers.',
      ),
    PRINT_CONCURRENCY: count
      .default(3)
      .describe('Prints at the same time; one company may have one fewer in hand.'),
    CHROME_PATH: z.string().optional().meta({
      description: 'The browser that prints; required by workers that do.',
      example: '/usr/bin/chromium-headless-shell',
      isOfImage: true,
    }),
    CHROME_SANDBOX: z
      .enum(['required', 'if-possible'])
      .default('required')
      .describe(
        "required: without Chrome's sandbox nothing is printed (it needs user namespaces, and " +
          'not root). if-possible: then it prints without, which /health/ready tells.',
      ),
    PRINT_MEMORY_MB: count
      .default(1_536)
      .describe(
        'The print process is ended and started anew once it holds more together with its ' +
          'Chrome, in MiB.',
      ),
    PRINT_TIMEOUT_MS: count.default(20_000).describe('How long one print may take, in ms.'),
  },
  ofMailing: { ADMIN_ORIGIN: adminOrigin, ...mailVariables },
};

export const workerEnvSchema = z
  .object({
    ...workerVariables.ofEvery,
    ...workerVariables.ofSigning,
    ...workerVariables.ofPrinting,
    ...workerVariables.ofMailing,
  })
  .refine(...MAIL_VARIABLES)
  .refine(...OBJECT_STORE_KEYS)
  .refine((env) => env.EFI_LIVE_URL === undefined || env.EFI_LIVE_TRUST_ANCHORS !== undefined, {
    message: 'must be set where EFI_LIVE_URL is: nothing else says whose live replies to believe.',
    path: ['EFI_LIVE_TRUST_ANCHORS'],
  })
  .refine(...neededBy('CERTIFICATE_IDENTITY', SIGNING_ROLES, 'it opens the private keys'))
  .refine(...neededBy('EFI_TEST_TRUST_ANCHORS', SIGNING_ROLES, 'it says whose replies to believe'))
  .refine(...neededBy('CHROME_PATH', ['print'], 'Chrome prints'));

export type WorkerEnv = z.output<typeof workerEnvSchema>;

/** Connections to PostgreSQL at most: a few where nothing but prints and mails is done. */
export function poolSizeOf({
  DATABASE_POOL_SIZE: size,
  WORKER_ROLES: roles,
}: Pick<WorkerEnv, 'DATABASE_POOL_SIZE' | 'WORKER_ROLES'>): number {
  return size ?? (roles.every((role) => role === 'print' || role === 'notify') ? 4 : 16);
}

/** The settings of a worker that signs and sends. */
export type SigningEnv = WorkerEnv & {
  CERTIFICATE_IDENTITY: string;
  EFI_TEST_TRUST_ANCHORS: string;
};

/** Null where no role of this worker needs them. */
export function signingEnv(env: WorkerEnv): SigningEnv | null {
  const { CERTIFICATE_IDENTITY, EFI_TEST_TRUST_ANCHORS, WORKER_ROLES } = env;
  if (!WORKER_ROLES.some((role) => SIGNING_ROLES.includes(role))) return null;
  if (CERTIFICATE_IDENTITY === undefined || EFI_TEST_TRUST_ANCHORS === undefined) return null;
  return { ...env, CERTIFICATE_IDENTITY, EFI_TEST_TRUST_ANCHORS };
}

export type PrintingEnv = WorkerEnv & { CHROME_PATH: string };

/** Null where this worker does not print. */
export function printingEnv(env: WorkerEnv): PrintingEnv | null {
  const { CHROME_PATH, WORKER_ROLES } = env;
  return WORKER_ROLES.includes('print') && CHROME_PATH !== undefined
    ? { ...env, CHROME_PATH }
    : null;
}
