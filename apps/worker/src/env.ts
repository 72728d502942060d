import {
  DEFAULT_ORDER_NUMBER_MAX_AHEAD,
  RECEIPT_CHECK_LAG_MS,
  VERIFICATION_PAGES,
} from '@fiscal/domain';
import { OBJECT_STORE_KEYS, objectStoreVariables } from '@fiscal/objects/env';
import { encryptedUrl, tracingVariables } from '@fiscal/runtime';
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
  .transform((each) => each.map((digits) => digits.replace(/..(?=.)/g, '$&:')));

export const workerEnvSchema = z
  .object({
    /** What this worker does; another one may do the rest. */
    WORKER_ROLES: workerRoles,
    DATABASE_URL: z.string(),
    /** PostgreSQL itself where DATABASE_URL leads to a pooler in transaction mode: for LISTEN. */
    DATABASE_DIRECT_URL: z.string().optional(),
    /** That pooler keeps prepared statements. */
    DATABASE_POOLER_PREPARES: z.stringbool().default(false),
    /** Lets the process start with a login that owns the tables or may do everything. */
    ALLOW_DATABASE_OWNER: z.stringbool().default(false),
    /** See poolSizeOf. */
    DATABASE_POOL_SIZE: count.optional(),
    REDIS_URL: z.string().optional(),
    /** PEM file: the CAs of a `rediss:` server, in place of the system's. */
    REDIS_TLS_CA: z.string().optional(),
    /** `host:port,…`: sentinels that say which server is the primary. */
    REDIS_SENTINELS: z.string().optional(),
    REDIS_SENTINEL_NAME: z.string().default('mymaster'),
    REDIS_SENTINEL_PASSWORD: z.string().optional(),
    /** `host:port,…`: some nodes of a cluster. */
    REDIS_CLUSTER: z.string().optional(),
    /** Separates installations that share one Redis. */
    QUEUE_PREFIX: z.string().default('fiscal'),
    WORKER_HOST: z.string().default('127.0.0.1'),
    WORKER_PORT: port.default(3001),
    /**
     * Private half of the certificate vault, `AGE-SECRET-KEY-1…`; two, with a comma between them,
     * while the vault's keys are exchanged. It stays one text here: what is logged strikes texts
     * out.
     */
    CERTIFICATE_IDENTITY: z
      .string()
      .regex(/^AGE-SECRET-KEY-1[A-Z0-9]+(,AGE-SECRET-KEY-1[A-Z0-9]+)*$/, {
        message: 'must be AGE-SECRET-KEY-1…, or several of them with commas between',
      })
      .optional(),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
    /** The commit that this build was made from, for `fiscal_build_info`. */
    BUILD_COMMIT: z.string().default('unknown'),
    ...tracingVariables,
    /** SOAP endpoint of the authority's test service. */
    EFI_TEST_URL: z.url().default('https://efitest.tax.gov.me/fs-v1'),
    /**
     * SOAP endpoint of the authority; without it nothing live is sold. The API has the same. A
     * refusal and what the receipt check says are believed by TLS alone.
     */
    EFI_LIVE_URL: encryptedUrl.optional(),
    EFI_RECEIPT_CHECK_TEST_URL: z.url().default('https://efitest.tax.gov.me/ic/api/verifyInvoice'),
    EFI_RECEIPT_CHECK_LIVE_URL: encryptedUrl.default(
      'https://mapr.tax.gov.me/ic/api/verifyInvoice',
    ),
    EFI_VERIFY_TEST_URL: z.string().default(VERIFICATION_PAGES.test),
    EFI_VERIFY_LIVE_URL: z.string().default(VERIFICATION_PAGES.live),
    /** PEM files: certificates under which an answer of the authority is believed. */
    EFI_TEST_TRUST_ANCHORS: z.string().optional(),
    EFI_LIVE_TRUST_ANCHORS: z.string().optional(),
    /**
     * Fingerprints of the certificates that may sign answers; any under the anchors without them.
     */
    EFI_TEST_PINNED_CERTIFICATES: fingerprints.default([]),
    EFI_LIVE_PINNED_CERTIFICATES: fingerprints.default([]),
    /** PEM file: certificates trusted for TLS besides the system's. */
    EFI_TLS_CA: z.string().optional(),
    /** `ascii` transliterates texts in messages, `utf8` sends them as they are. Decisions §6. */
    EFI_TEXT: z.enum(['ascii', 'utf8']).default('ascii'),
    /** How long a live sale may take in all before it becomes Offline. */
    EFI_ONLINE_BUDGET_MS: count.default(8_000),
    /** After so long without a sign of life a worker's invoices are taken over by others. */
    LEASE_MS: z.coerce.number().int().min(1_000).default(6_000),
    /**
     * How soon an unanswered invoice is delivered, or a failed print repeated; doubles up to 64
     * times.
     */
    DELIVERY_AFTER_MS: count.default(5_000),
    /**
     * After so many messages in a row without an answer, sales of that company turn Offline at
     * once.
     */
    EFI_FAILURES_TO_OPEN: count.default(3),
    /** How soon one message tries whether the authority answers again; doubles up to 10 s. */
    EFI_PROBE_EVERY_MS: count.default(5_000),
    /** How old a message has to be before a receipt check that does not find it is believed. */
    EFI_RECEIPT_CHECK_LAG_MS: z.coerce.number().int().min(0).default(RECEIPT_CHECK_LAG_MS),
    /** How long a delivery waits for the public receipt check. */
    EFI_RECEIPT_CHECK_MS: count.default(20_000),
    /**
     * How far the clock may be off the authority's, or PostgreSQL's, before nothing is signed any
     * more. Issue times are whole seconds, so less than two of them would be no tolerance.
     */
    CLOCK_TOLERANCE_MS: z.coerce.number().int().min(2_000).default(60_000),
    /** How far beyond the highest number in use a client may choose one; the API has the same. */
    ORDER_NUMBER_MAX_AHEAD: count.default(DEFAULT_ORDER_NUMBER_MAX_AHEAD),
    FISCALIZE_CONCURRENCY: count.default(16),
    DELIVERY_CONCURRENCY: count.default(4),
    REGISTRY_CONCURRENCY: count.default(4),
    /** Prints at the same time; one company may have one fewer in progress. */
    PRINT_CONCURRENCY: count.default(3),
    CHROME_PATH: z.string().optional(),
    /** `required`: without Chrome's sandbox nothing is printed. `if-possible`: then without it. */
    CHROME_SANDBOX: z.enum(['required', 'if-possible']).default('required'),
    /** The print process is ended and started anew once it holds more with its Chrome, in MiB. */
    PRINT_MEMORY_MB: count.default(1_536),
    PRINT_TIMEOUT_MS: count.default(20_000),
    ...objectStoreVariables,
    /** How old a print or message is before it leaves for the object store. */
    OBJECT_STORE_AFTER_DAYS: z.coerce.number().int().min(0).default(90),
  })
  .refine(...OBJECT_STORE_KEYS)
  .refine((env) => env.EFI_LIVE_URL === undefined || env.EFI_LIVE_TRUST_ANCHORS !== undefined, {
    message: 'must be set where EFI_LIVE_URL is: nothing else says whose live answers to believe.',
    path: ['EFI_LIVE_TRUST_ANCHORS'],
  })
  .refine(...neededBy('CERTIFICATE_IDENTITY', SIGNING_ROLES, 'it opens the private keys'))
  .refine(...neededBy('EFI_TEST_TRUST_ANCHORS', SIGNING_ROLES, 'it says whose answers to believe'))
  .refine(...neededBy('CHROME_PATH', ['print'], 'Chrome prints'));

export type WorkerEnv = z.output<typeof workerEnvSchema>;

/** Connections to PostgreSQL at most: a few where nothing but prints is done. */
export function poolSizeOf({
  DATABASE_POOL_SIZE: size,
  WORKER_ROLES: roles,
}: Pick<WorkerEnv, 'DATABASE_POOL_SIZE' | 'WORKER_ROLES'>): number {
  return size ?? (roles.every((role) => role === 'print') ? 4 : 16);
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

/** The settings of a worker that prints. */
export type PrintingEnv = WorkerEnv & { CHROME_PATH: string };

/** Null where this worker does not print. */
export function printingEnv(env: WorkerEnv): PrintingEnv | null {
  const { CHROME_PATH, WORKER_ROLES } = env;
  return WORKER_ROLES.includes('print') && CHROME_PATH !== undefined
    ? { ...env, CHROME_PATH }
    : null;
}
