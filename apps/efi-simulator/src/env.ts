// The settings of the process: EFI_SIMULATOR_* variables, most of them paths of files. All problems
// are reported at once, also those of the files; a value is never printed, only the name of its
// variable.

import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadEnv } from '@fiscal/runtime';
import { z } from 'zod';
import type { SimulatorOptions } from './server.ts';
import { readCertificates } from './state/certificates.ts';
import { registryDocumentSchema } from './state/registry.ts';

/** A path whose file is read and made into something; a failure is one problem of the setting. */
function file<T>(what: string, read: (text: string) => T) {
  return z
    .string({ error: `must be the path of a file with ${what}` })
    .transform((path, context) => {
      try {
        return read(readFileSync(path, 'utf8'));
      } catch (error) {
        const isMissing =
          typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
        const reason = isMissing ? 'there is none' : 'the file holds none';
        const message = `must be the path of a file with ${what}: ${reason}`;
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
    });
}

/** PEM text that has been seen to hold what it should. */
function pem(what: string, check: (text: string) => unknown) {
  return file(what, (text) => {
    check(text);
    return text;
  });
}

function readBundle(text: string): void {
  if (readCertificates(text).length === 0) throw new Error('There is no certificate.');
}

const milliseconds = z.coerce.number().int().min(0).max(86_400_000).default(0);

export const simulatorEnvSchema = z
  .object({
    EFI_SIMULATOR_CA: pem('PEM certificates', readBundle).meta({
      description: 'CAs whose certificates taxpayers may use.',
      example: '.run/ca.pem',
    }),
    EFI_SIMULATOR_SIGNING_KEY: pem('a PEM private key', createPrivateKey).meta({
      description: 'The key of the tax administration, which signs its replies.',
      example: '.run/administration-key.pem',
    }),
    EFI_SIMULATOR_SIGNING_CERTIFICATE: pem(
      'a PEM certificate',
      (text) => new X509Certificate(text),
    ).meta({ description: 'The certificate of that key.', example: '.run/administration.pem' }),
    EFI_SIMULATOR_HOST: z
      .string()
      .default('127.0.0.1')
      .meta({ description: 'Where it listens.', isOfImage: true }),
    EFI_SIMULATOR_PORT: z.coerce
      .number()
      .int()
      .min(0)
      .max(65_535)
      .default(4010)
      .meta({
        description:
          'The port of EFI_SIMULATOR_HOST; 0 is any free one, which the first line of the log ' +
          'names.',
        isOfImage: true,
      }),
    EFI_SIMULATOR_STATE_FILE: z
      .string()
      .refine((path) => existsSync(dirname(path)), 'must lie in a folder that exists')
      .meta({ example: '.run/simulator.jsonl' })
      .optional()
      .meta({
        description:
          'Everything that happens is appended here and read back at the start. Without it: ' +
          'memory only, and the behaviour accept-then-die is refused.',
        isOfImage: true,
      }),
    EFI_SIMULATOR_REGISTRY: file('master data as JSON', (text) =>
      registryDocumentSchema.parse(JSON.parse(text)),
    )
      .meta({ example: '.run/simulator-registry.json' })
      .optional()
      .describe(
        'Master data known from the start, JSON; the shape is that of GET /control/registry.',
      ),
    EFI_SIMULATOR_LATENCY_MS: milliseconds.describe('Every reply waits this long.'),
    EFI_SIMULATOR_TCR_ACTIVATION_MS: milliseconds.describe(
      'How long a new TCR waits before its invoices are accepted; the live service: 3600000.',
    ),
    EFI_SIMULATOR_REPEATED_WITHDRAWALS: z
      .enum(['counted', 'same'])
      .default('counted')
      .describe(
        'A withdrawal with TCR, ChangeDateTime and CashAmt of a registered one: `counted` registers ' +
          'it once more, `same` gives the first FCDC back.',
      ),
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])
      .default('info')
      .describe('What is logged.'),
  })
  // Only when every variable is right by itself.
  .superRefine((env, context) => {
    const key = createPublicKey(env.EFI_SIMULATOR_SIGNING_KEY);
    const certificate = new X509Certificate(env.EFI_SIMULATOR_SIGNING_CERTIFICATE);
    if (!key.equals(certificate.publicKey)) {
      const message = 'must be the key of EFI_SIMULATOR_SIGNING_CERTIFICATE';
      context.addIssue({ code: 'custom', path: ['EFI_SIMULATOR_SIGNING_KEY'], message });
    }
  });

/**
 * Reads the simulator's options and the level of its log.
 * @throws ConfigurationError naming every variable that is wrong and why.
 */
export function readSettings(source: Record<string, string | undefined> = process.env): {
  options: SimulatorOptions;
  logLevel: string;
} {
  const env = loadEnv(simulatorEnvSchema, source);
  return {
    logLevel: env.LOG_LEVEL,
    options: {
      registeredCas: env.EFI_SIMULATOR_CA,
      signingKey: env.EFI_SIMULATOR_SIGNING_KEY,
      signingCertificate: env.EFI_SIMULATOR_SIGNING_CERTIFICATE,
      host: env.EFI_SIMULATOR_HOST,
      port: env.EFI_SIMULATOR_PORT,
      stateFile: env.EFI_SIMULATOR_STATE_FILE,
      registry: env.EFI_SIMULATOR_REGISTRY,
      latencyMs: env.EFI_SIMULATOR_LATENCY_MS,
      tcrActivationMs: env.EFI_SIMULATOR_TCR_ACTIVATION_MS,
      repeatedWithdrawals: env.EFI_SIMULATOR_REPEATED_WITHDRAWALS,
    },
  };
}
