// The whole service on this machine, without limits of rates, before an authority that replies at
// once: what is measured is ours alone.

import { createFiscalClient } from '@fiscal/client';
import type { FiscalClient } from '@fiscal/client';
import { startStack } from '@fiscal/testbed';
import type { PartName, Stack, StackOptions } from '@fiscal/testbed';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStubAuthority } from './stub-authority.ts';

export interface Service {
  stack: Stack;
  /** With the demo's test key. */
  client: FiscalClient;
  /** Ids of processes of the stack, by name. */
  pidsOf: (...names: PartName[]) => Record<string, number>;
  close: () => Promise<void>;
}

export interface ServiceOptions extends Partial<StackOptions> {
  /** How long the authority takes for a reply, milliseconds. */
  authorityMs?: number;
}

export async function openService(options: ServiceOptions = {}): Promise<Service> {
  const { authorityMs = 0, environment, ...others } = options;
  const directory = mkdtempSync(join(tmpdir(), 'fiscal-bench-'));
  const authority = await openStubAuthority(authorityMs);
  const stack = await startStack({
    directory,
    isDurable: false,
    efi: { EFI_TEST_URL: authority.url },
    ...others,
    environment: {
      LOG_LEVEL: 'warn',
      RATE_LIMIT_WRITES_PER_MINUTE: '10000000',
      RATE_LIMIT_READS_PER_MINUTE: '10000000',
      ...environment,
    },
  });
  authority.signWith({
    privateKeyPem: readFileSync(stack.pki.administrationKeyFile, 'utf8'),
    certificatePem: readFileSync(stack.pki.administrationCertificateFile, 'utf8'),
  });
  return {
    stack,
    client: createFiscalClient({ baseUrl: stack.apiUrl, apiKey: stack.demo.testKey }),
    pidsOf: (...names) =>
      Object.fromEntries(names.map((name) => [name, stack.processes.get(name)?.pid ?? -1])),
    async close() {
      await stack.stop();
      authority.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
