// A PostgreSQL of a test's own that lets nobody in without TLS, with a certificate for localhost
// alone.

import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { issueServer, makeAuthority } from '../../../testbed/src/companies/pki.ts';
import { startEmbeddedPostgres } from '../../../testbed/src/servers/postgres.ts';

export interface EncryptedPostgres {
  /** `postgresql://…@localhost:…/fiscal` of its superuser, without any setting of TLS. */
  url: string;
  /** PEM files: the CA of its certificate, and another one. */
  authorityFile: string;
  otherAuthorityFile: string;
  close(): Promise<void>;
}

/** PEM files as an operator names them in postgresql.conf, and the CA of the certificate. */
export interface ServerFiles {
  certificate: string;
  key: string;
  authority: string;
}

/** `sslmode=verify-full` with this CA. */
export function verifiedUrl(url: string, authorityFile: string): string {
  return withSettings(url, { sslmode: 'verify-full', sslrootcert: authorityFile });
}

/** The URL with these settings of the driver. */
export function withSettings(url: string, settings: Record<string, string>): string {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(settings)) changed.searchParams.set(name, value);
  return changed.href;
}

/** @param files of the server, in place of ones that are made here. */
export async function startEncryptedPostgres(files?: ServerFiles): Promise<EncryptedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-encrypted-'));
  const host = { logs: folder, runDirectory: folder, onDeath: () => undefined };
  const options = { directory: join(folder, 'pg'), isDurable: false, database: 'fiscal' };
  const server = await startEmbeddedPostgres(host, options);
  const fileOf = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const authority = makeAuthority();
  await demandTls(server.url, join(folder, 'pg', 'data'), authority, files);
  const url = new URL(server.url);
  url.hostname = 'localhost';
  const authorityFile = files?.authority ?? fileOf('ca.pem', authority.certificatePem);
  // The server applies its settings a moment later.
  while (!(await letsIn(verifiedUrl(url.href, authorityFile)))) await sleep(50);
  return {
    url: url.href,
    authorityFile,
    otherAuthorityFile: fileOf('other-ca.pem', makeAuthority().certificatePem),
    close: async () => {
      await server.process?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function letsIn(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  const isIn = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end();
  return isIn;
}

async function demandTls(
  url: string,
  data: string,
  authority: ReturnType<typeof makeAuthority>,
  given: ServerFiles | undefined,
): Promise<void> {
  const { certificatePem, privateKeyPem } = issueServer(authority, ['localhost']);
  const { uid, gid } = statSync(data);
  const files = {
    'server.crt': certificatePem,
    'server.key': privateKeyPem,
    'pg_hba.conf': 'hostssl all all 127.0.0.1/32 scram-sha-256\n',
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(data, name);
    writeFileSync(path, text, { mode: 0o600 });
    // PostgreSQL refuses a key that is not its own.
    chownSync(path, uid, gid);
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  if (given) {
    await client.query(`alter system set ssl_cert_file = '${given.certificate}'`);
    await client.query(`alter system set ssl_key_file = '${given.key}'`);
  }
  await client.query('alter system set ssl = on');
  await client.query('select pg_reload_conf()');
  await client.end();
}
