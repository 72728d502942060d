// The certificates that deploy/tls/make-certificates.sh makes, with the stores that they are for.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import {
  startEncryptedPostgres,
  verifiedUrl,
} from '../../../packages/db/src/testing/encrypted-postgres.ts';

// A server is started within a test.
jest.setTimeout(120_000);

const script = join(import.meta.dirname, '../../../deploy/tls/make-certificates.sh');
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'fiscal-certificates-'));
chmodSync(folder, 0o711);
const file = (name: string) => join(folder, 'tls', name);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

(hasOpenssl ? test : test.skip)(
  'PostgreSQL takes the key as the script leaves it, also the second time',
  async () => {
    const args = [script, join(folder, 'tls'), 'localhost', 'localhost'];
    expect(spawnSync('sh', args).status).toBe(0);
    expect(spawnSync('sh', args).status).toBe(0);
    for (const key of ['ca.key', 'postgres.key', 'redis.key']) {
      expect(statSync(file(key)).mode & 0o777).toBe(0o600);
    }
    const server = await startEncryptedPostgres({
      certificate: file('postgres.pem'),
      key: file('postgres.key'),
      authority: file('ca.pem'),
    });
    try {
      const client = new pg.Client({ connectionString: verifiedUrl(server.url, file('ca.pem')) });
      await client.connect();
      const { rows } = await client.query(
        'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
      );
      await client.end();
      expect(rows).toEqual([{ ssl: true }]);
    } finally {
      await server.close();
    }
  },
);
