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
        const message = isMissing ? 'names a file that does not exist' : `is no file with ${what}`;
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

/** The configuration of the simulator. `.env.example` describes every variable. */
export const simulatorEnvSchema = z
  .object({
    EFI_SIMULATOR_CA: pem('PEM certificates', readBundle),
    EFI_SIMULATOR_SIGNING_KEY: pem('a PEM private key', createPrivateKey),
    EFI_SIMULATOR_SIGNING_CERTIFICATE: pem(
      'a PEM certificate',
      (text) => new X509Certificate(text),
    ),
    EFI_SIMULATOR_HOST: z.string().default('127.0.0.1'),
    EFI_SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(4010),
    EFI_SIMULATOR_STATE_FILE: z
      .string()
      .refine((path) => existsSync(dirname(path)), 'lies in a folder that does not exist')
      .optional(),
    EFI_SIMULATOR_REGISTRY: file('master data as JSON', (text) =>
      registryDocumentSchema.parse(JSON.parse(text)),
    ).optional(),
    EFI_SIMULATOR_LATENCY_MS: milliseconds,
    EFI_SIMULATOR_TCR_ACTIVATION_MS: milliseconds,
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  })
  // Only when every variable is right by itself.
  .superRefine((env, context) => {
    const key = createPublicKey(env.EFI_SIMULATOR_SIGNING_KEY);
    const certificate = new X509Certificate(env.EFI_SIMULATOR_SIGNING_CERTIFICATE);
    if (!key.equals(certificate.publicKey)) {
      const message = 'does not belong to EFI_SIMULATOR_SIGNING_CERTIFICATE';
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
    },
  };
}
