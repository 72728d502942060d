// A Redis of a test's own that speaks TLS alone, with a certificate for localhost, and asks for a
// password.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueServer, makeAuthority } from '../../../testbed/src/companies/pki.ts';
import { privateRedis } from './private-redis.ts';

export interface EncryptedRedis {
  /** `rediss://:…@localhost:…` */
  url: string;
  /** PEM files: the CA of its certificate, and another one. */
  authorityFile: string;
  otherFile: string;
  close(): Promise<void>;
}

export async function startEncryptedRedis(password: string): Promise<EncryptedRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-redis-tls-'));
  const fileOf = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const authority = makeAuthority();
  const server = issueServer(authority, ['localhost']);
  const authorityFile = fileOf('ca.pem', authority.certificatePem);
  const settings = [
    '--tls-cert-file',
    fileOf('redis.pem', server.certificatePem),
    '--tls-key-file',
    fileOf('redis.key', server.privateKeyPem),
    '--tls-ca-cert-file',
    authorityFile,
    '--tls-auth-clients',
    'no',
  ];
  const tls = { ca: authority.certificatePem, settings };
  const redis = await privateRedis(['--maxmemory-policy', 'noeviction'], { password, tls });
  await redis.start();
  return {
    url: redis.url,
    authorityFile,
    otherFile: fileOf('other.pem', makeAuthority().certificatePem),
    close: async () => {
      await redis.close();
      rmSync(folder, { recursive: true });
    },
  };
}
