import {
  DEFAULT_ORDER_NUMBER_MAX_AHEAD,
  DEFAULT_VAT_RATES,
  isRegistrationCode,
  VERIFICATION_PAGES,
} from '@fiscal/domain';
import { OBJECT_STORE_KEYS, objectStoreVariables } from '@fiscal/objects/env';
import { encryptedUrl, neededByRoles, pickVariables, tracingVariables } from '@fiscal/runtime';
import { z } from 'zod';
import { LONGEST_WAIT_MS } from './http/server.ts';
import { areAdminSecrets } from './panel/accounts/second-factor/admin-secret.ts';
import { SECOND_FACTOR_FOR } from './panel/accounts/second-factor/second-factor-rule.ts';
import { apiRoles } from './roles.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const count = z.coerce.number().int().positive();
/** How long a call waits, in ms: an API that ends lets its calls be answered for little longer. */
const wait = count.max(
  LONGEST_WAIT_MS,
  `must be at most ${LONGEST_WAIT_MS}, because an API that ends cuts off calls that wait longer`,
);

/** As the authority's schema writes a rate. Protocol §5.6. */
const isOfTwoDecimals = (rate: number): boolean => /^\d+(\.\d{1,2})?$/.test(String(rate));

/** `a@b.example` or `A name <a@b.example>`, on one line. */
const MAILBOX = /^(?:[^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

/**
 * `software,maintainer`: the two codes that whoever provides the service has from the authority.
 */
const providerCodes = z
  .string()
  .transform((text) => text.split(','))
  .refine((codes) => codes.length === 2 && codes.every(isRegistrationCode), {
    message: 'must be the software code and the maintainer code with a comma between',
  })
  .transform(([softwareCode = '', maintainerCode = '']) => ({ softwareCode, maintainerCode }))
  .optional();

/** The configuration of the API process. `.env.example` describes every variable. */
export const apiEnvSchema = z
  .object({
    /** What this process serves; another one may serve the rest. */
    API_ROLES: apiRoles,
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
    API_HOST: z.string().default('127.0.0.1'),
    API_PORT: port.default(3000),
    /** `/metrics`, and health in detail: for those who run the service, never for the public. */
    API_MONITORING_HOST: z.string().default('127.0.0.1'),
    API_MONITORING_PORT: port.default(3002),
    /**
     * Whether `/docs` and the OpenAPI documents (`/openapi.json`, `/admin/openapi.json`) are
     * served.
     */
    API_DOCS: z.stringbool().default(true),
    /** Public half of the certificate vault, `age1…`: the API seals and can never open. */
    CERTIFICATE_RECIPIENT: z.string().startsWith('age1').optional(),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
    /** Active API keys that a company may have, of both environments together. */
    API_KEYS_PER_COMPANY: count.default(20),
    /**
     * Calls a minute and key, where the company has no limits of its own; all keys of a company
     * together have four times as many.
     */
    RATE_LIMIT_WRITES_PER_MINUTE: count.default(12_000),
    RATE_LIMIT_READS_PER_MINUTE: count.default(60_000),
    /** Failed authentications a minute and address before they are answered 429. */
    RATE_LIMIT_FAILURES_PER_MINUTE: count.default(60),
    /** Proxies that stand before the API and set X-Forwarded-For. */
    TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
    /** As the workers have it: without it live sales are refused. The API itself never calls it. */
    EFI_LIVE_URL: encryptedUrl.optional(),
    /** The commit that this build was made from, for `fiscal_build_info`. */
    BUILD_COMMIT: z.string().default('unknown'),
    ...tracingVariables,
    /** How long create-and-print waits for the outcome. */
    CREATE_AND_PRINT_WAIT_MS: wait.default(15_000),
    /** How long the onboarding calls wait for the worker. */
    REGISTRY_CALL_WAIT_MS: wait.default(15_000),
    /** How long a PDF that is not rendered yet is waited for. */
    PDF_WAIT_MS: wait.default(10_000),
    /** Allowed rates in percent, separated by commas. */
    VAT_RATES: z
      .string()
      .default(DEFAULT_VAT_RATES.join(','))
      .transform((text) => text.split(',').map(Number))
      .refine((rates) => rates.every((rate) => rate >= 0 && rate <= 100 && isOfTwoDecimals(rate)), {
        message: 'must be percentages with at most 2 decimals, separated by commas',
      })
      // Protocol §5.2: a message has at most so many groups of a rate.
      .refine((rates) => rates.length <= 20, { message: 'must be at most 20 rates' }),
    /** How far beyond the highest number in use a client may choose one; workers have the same. */
    ORDER_NUMBER_MAX_AHEAD: count.default(DEFAULT_ORDER_NUMBER_MAX_AHEAD),
    /** Where browsers find the panel; https makes its cookies Secure. */
    ADMIN_ORIGIN: z
      .url({ protocol: /^https?$/ })
      .default('http://127.0.0.1:3000')
      .transform((url) => new URL(url).origin),
    /**
     * Seals the secrets of second factors and signs the cookies of known browsers. Several with
     * commas between them while one takes the place of another, the newest first.
     */
    ADMIN_SECRET: z
      .string()
      .refine(areAdminSecrets, {
        message: 'must have 32 characters or more, each of several with commas between',
      })
      .optional(),
    /** Who needs a second factor; a company may ask it of its own admins besides. */
    ADMIN_SECOND_FACTOR_FOR: z.enum(SECOND_FACTOR_FOR).default('operators'),
    /** The first operator, made at start while there is none. */
    ADMIN_FIRST_OPERATOR_EMAIL: z.email().optional(),
    ADMIN_FIRST_OPERATOR_PASSWORD: z.string().optional(),
    /** The server that mail to people goes to; without it operators hand invitations over. */
    SMTP_URL: z
      .url({ protocol: /^smtps?$/ })
      // With every character of the password encoded, which is then struck out of the log.
      .transform((url) => new URL(url).href)
      .optional(),
    /** `Fiscal <no-reply@fiscal.example>` */
    MAIL_FROM: z
      .string()
      .regex(MAILBOX, 'must be an address, or a name and <an address>')
      .optional(),
    /** The provider's own codes, which forms of new cash registers begin with. */
    PROVIDER_TEST_CODES: providerCodes,
    PROVIDER_LIVE_CODES: providerCodes,
    EFI_VERIFY_TEST_URL: z.string().default(VERIFICATION_PAGES.test),
    EFI_VERIFY_LIVE_URL: z.string().default(VERIFICATION_PAGES.live),
    ...objectStoreVariables,
  })
  .refine(...OBJECT_STORE_KEYS)
  .refine(
    ...neededByRoles('API_ROLES', 'CERTIFICATE_RECIPIENT', ['panel'], 'it seals what is uploaded'),
  )
  .refine((env) => (env.SMTP_URL === undefined) === (env.MAIL_FROM === undefined), {
    message: 'Set SMTP_URL and MAIL_FROM, or neither.',
    path: ['SMTP_URL'],
  });

export type ApiEnv = z.output<typeof apiEnvSchema>;

/** Connections to PostgreSQL at most: half as many where nothing is sold. */
export function poolSizeOf({
  DATABASE_POOL_SIZE: size,
  API_ROLES: roles,
}: Pick<ApiEnv, 'DATABASE_POOL_SIZE' | 'API_ROLES'>): number {
  return size ?? (roles.includes('public') ? 16 : 8);
}

/** The settings of a process that serves the panel. */
export type PanelEnv = ApiEnv & { CERTIFICATE_RECIPIENT: string };

/** Null where this process does not serve it. */
export function panelEnv(env: ApiEnv): PanelEnv | null {
  const { API_ROLES: roles, CERTIFICATE_RECIPIENT: recipient } = env;
  if (!roles.includes('panel') || recipient === undefined) return null;
  return { ...env, CERTIFICATE_RECIPIENT: recipient };
}

/** All that a process gets of the API's environment that opens what somebody has uploaded. */
export function uploadEnvironment(): Record<string, string> {
  return pickVariables(['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR']);
}
