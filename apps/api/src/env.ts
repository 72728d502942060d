import {
  DEFAULT_ORDER_NUMBER_MAX_AHEAD,
  DEFAULT_VAT_RATES,
  isRegistrationCode,
  VERIFICATION_PAGES,
} from '@fiscal/domain';
import { OBJECT_STORE_KEYS, objectStoreVariables } from '@fiscal/objects/env';
import {
  adminOrigin,
  encryptedUrl,
  MAIL_VARIABLES,
  mailVariables,
  neededByRoles,
  postgresUrl,
  serviceVariables,
} from '@fiscal/runtime';
import { z } from 'zod';
import { LONGEST_WAIT_MS } from './http/server.ts';
import { areAdminSecrets } from './panel/accounts/second-factor/admin-secret.ts';
import { SECOND_FACTOR_FOR } from './panel/accounts/second-factor/second-factor-rule.ts';
import { apiRoles } from './roles.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const count = z.coerce.number().int().positive();
/** How long a call waits, in ms: an API that ends lets its calls end for little longer. */
const wait = count.max(
  LONGEST_WAIT_MS,
  `must be at most ${LONGEST_WAIT_MS}, because an API that ends cuts off calls that wait longer`,
);

/** As the authority's schema writes a rate. Protocol §5.6. */
const isOfTwoDecimals = (rate: number): boolean => /^\d+(\.\d{1,2})?$/.test(String(rate));

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
  .meta({ example: 'ab123cd456,ef123gh456' })
  .optional();

/**
 * The variables of the API process, by which of its roles reads them. Words and marks are those of
 * `serviceVariables`.
 */
export const apiVariables = {
  ofBoth: {
    API_ROLES: apiRoles.describe(
      'What this process serves, with commas between: public (/api, /docs, /openapi.json), ' +
        'panel (/admin). Both, unless another process has one of them (docs/scaling.md).',
    ),
    DATABASE_URL: postgresUrl.meta({
      description: "The API's own login (docs/data.md#roles-in-postgresql).",
      example: 'postgresql://fiscal_api_login:secret@127.0.0.1:5432/fiscal',
      isSecret: true,
    }),
    // See poolSizeOf.
    DATABASE_POOL_SIZE: count
      .optional()
      .describe(
        'Connections of this process to PostgreSQL; 8 for a process that serves the panel ' +
          'alone.',
      ),
    ...serviceVariables,
    API_HOST: z.string().default('127.0.0.1').meta({
      description:
        'Where the API listens; behind a proxy on an address that only the proxy reaches.',
      isOfImage: true,
    }),
    API_PORT: port.default(3000).meta({ description: 'The port of API_HOST.', isOfImage: true }),
    API_MONITORING_HOST: z.string().default('127.0.0.1').meta({
      description:
        '/metrics and health in detail, on a port that only those who run the service reach.',
      isOfImage: true,
    }),
    API_MONITORING_PORT: port
      .default(3002)
      .meta({ description: 'The port of API_MONITORING_HOST.', isOfImage: true }),
    API_DOCS: z
      .stringbool()
      .default(true)
      .describe('Whether /docs and the OpenAPI documents are served.'),
    TRUSTED_PROXIES: z.coerce
      .number()
      .int()
      .min(0)
      .default(0)
      .describe(
        'Proxies that stand before the API and set X-Forwarded-For: 1 behind one nginx, Caddy ' +
          'or load balancer. With 0 everybody behind a proxy counts as one address ' +
          '(docs/operators-guide.md).',
      ),
    CREATE_AND_PRINT_WAIT_MS: wait
      .default(15_000)
      .describe(
        'How long create-and-print waits for the outcome, in ms; at most 30000, as of every ' +
          'wait: an API that ends cuts off what waits longer.',
      ),
    KEY_OPERATION_WAIT_MS: wait
      .default(15_000)
      .describe('How long the onboarding calls wait for the worker, in ms.'),
    PDF_WAIT_MS: wait
      .default(10_000)
      .describe('How long a read waits for a PDF that is being rendered, in ms.'),
    VAT_RATES: z
      .string()
      .default(DEFAULT_VAT_RATES.join(','))
      .transform((text) => text.split(',').map(Number))
      .refine((rates) => rates.every((rate) => rate >= 0 && rate <= 100 && isOfTwoDecimals(rate)), {
        message: 'must be percentages with at most 2 decimals, separated by commas',
      })
      // Protocol §5.2: a message has at most so many groups of a rate.
      .refine((rates) => rates.length <= 20, { message: 'must be at most 20 rates' })
      .describe('Allowed VAT rates in percent.'),
    ORDER_NUMBER_MAX_AHEAD: count
      .default(DEFAULT_ORDER_NUMBER_MAX_AHEAD)
      .describe(
        'How far beyond the highest number in use a client may choose an orderNumber; the ' +
          'same for workers.',
      ),
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
    ...objectStoreVariables,
  },
  ofPublic: {
    RATE_LIMIT_WRITES_PER_MINUTE: count
      .default(12_000)
      .describe(
        'Calls that write, a minute and key, where the company has no limits of its own; all ' +
          'keys of a company together have four times as many. A call counts once more for ' +
          'every 16 KiB of its body and its response.',
      ),
    RATE_LIMIT_READS_PER_MINUTE: count
      .default(60_000)
      .describe('The same for calls that only read.'),
    RATE_LIMIT_FAILURES_PER_MINUTE: count
      .default(60)
      .describe('Failed authentications a minute and address before they are refused with 429.'),
    EFI_LIVE_URL: encryptedUrl
      .optional()
      .describe(
        'SOAP endpoint of the authority, https://efi.tax.gov.me/fs-v1; the same for workers. ' +
          'Without it there is no live environment: live sales are refused. The API only needs ' +
          'to know that there is one. http: is refused but on a loopback address.',
      ),
  },
  ofPanel: {
    CERTIFICATE_RECIPIENT: z
      .string()
      .startsWith('age1', { error: 'must be age1…, which `command.js vault-keys` makes' })
      .optional()
      .meta({
        description:
          'Public half of the certificate vault, for the panel: `node ' +
          'packages/db/dist/command.js vault-keys` makes a pair.',
        example: 'age1…',
      }),
    API_KEYS_PER_COMPANY: count
      .default(20)
      .describe(
        'Active API keys that a company may have, of both environments together; those that ' +
          'are there beyond it stay.',
      ),
    ADMIN_ORIGIN: adminOrigin,
    ADMIN_SECRET: z
      .string()
      .refine(areAdminSecrets, {
        message: 'must have 32 characters or more, each of several with commas between',
      })
      .meta({ example: '$(openssl rand -hex 32)' })
      .optional()
      .meta({
        description:
          'Seals the secrets of authenticator apps and signs the cookies of known browsers, at ' +
          'least 32 characters; without it there are neither. Two with a comma between them, ' +
          'the new one first, while it is exchanged (SECURITY.md).',
        isSecret: true,
      }),
    ADMIN_SECOND_FACTOR_FOR: z
      .enum(SECOND_FACTOR_FOR)
      .default('operators')
      .describe(
        'Who needs a second factor (an app or a passkey): operators, everyone or nobody. A ' +
          'company may ask it of its own admins besides. Passkeys need a panel at a host name ' +
          'with https, or at localhost.',
      ),
    ADMIN_FIRST_OPERATOR_EMAIL: z
      .email()
      .optional()
      .describe(
        'The first operator of the panel, made at start while there is none; take both away ' +
          'afterwards.',
      ),
    ADMIN_FIRST_OPERATOR_PASSWORD: z
      .string()
      .optional()
      .meta({ description: 'The password of that operator.', isSecret: true }),
    ...mailVariables,
    PROVIDER_TEST_CODES: providerCodes.describe(
      "The provider's software code and maintainer code, as the authority gave them in the " +
        'test environment, ab123cd456,ef123gh456: forms of new cash registers begin with ' +
        'them.',
    ),
    PROVIDER_LIVE_CODES: providerCodes.describe('The same of the live environment.'),
  },
};

/** The configuration of the API process. */
export const apiEnvSchema = z
  .object({ ...apiVariables.ofBoth, ...apiVariables.ofPublic, ...apiVariables.ofPanel })
  .refine(...OBJECT_STORE_KEYS)
  .refine(
    ...neededByRoles('API_ROLES', 'CERTIFICATE_RECIPIENT', ['panel'], 'it seals what is uploaded'),
  )
  .refine(...MAIL_VARIABLES);

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
