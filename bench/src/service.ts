// The whole service on this machine, without limits of rates, before an authority that answers at once: what is
// measured is ours alone.

import { startStack } from '@fiscal/testbed';
import type { Stack, StackOptions } from '@fiscal/testbed';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStubAuthority } from './stub-authority.ts';

export interface Service {
  stack: Stack;
  close: () => Promise<void>;
}

export interface ServiceOptions extends Pick<StackOptions, 'workers' | 'isWithoutRedis'> {
  /** Whether PostgreSQL waits for the disk. */
  isDurable?: boolean;
  /** How long the authority takes for an answer, milliseconds. */
  authorityMs?: number;
}

export async function openService(options: ServiceOptions = {}): Promise<Service> {
  const { authorityMs = 0, isDurable = false, ...others } = options;
  const directory = mkdtempSync(join(tmpdir(), 'fiscal-bench-'));
  const authority = await openStubAuthority(authorityMs);
  const stack = await startStack({
    ...{ directory, isDurable, efi: { EFI_TEST_URL: authority.url } },
    ...others,
    environment: {
      LOG_LEVEL: 'warn',
      RATE_LIMIT_WRITES_PER_MINUTE: '10000000',
      RATE_LIMIT_READS_PER_MINUTE: '10000000',
    },
  });
  authority.signWith({
    privateKeyPem: readFileSync(stack.pki.administrationKeyFile, 'utf8'),
    certificatePem: readFileSync(stack.pki.administrationCertificateFile, 'utf8'),
  });
  return {
    stack,
    async close() {
      await stack.stop();
      authority.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
