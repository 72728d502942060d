import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { generateVaultKeys } from '../company/certificate-vault.ts';
import { storeCertificate } from '../company/certificates.ts';
import { openDatabase } from '../connection/client.ts';
import { openInvoiceStore } from '../invoice/new-invoices.ts';
import { committedNames } from '../migration/committed-migrations.ts';
import { deleteWorker, recordHealth } from '../operations/worker-health.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { sampleDraft } from '../testing/sample-invoices.ts';
import { createSampleShop } from '../testing/sample-shops.ts';
import {
  examineClock,
  examineDatabaseRole,
  examineIdClock,
  examineIdentities,
  examineRecipient,
  examineSchema,
} from './index.ts';

const db = useTestDatabase();
const run = (text: string, values: unknown[] = []) => db.owner.pool.query(text, values);

describe('the schema', () => {
  test('is the one of this build, for both processes', async () => {
    expect(await examineSchema(db.api)).toBeNull();
    expect(await examineSchema(db.worker)).toBeNull();
  });

  test('that lacks a migration is too old, and the sentence names it and the command', async () => {
    const known = [...(await committedNames()), '29990101000000_next'];
    const { code, sentence, isRemark } = (await examineSchema(db.api, known))!;
    expect([code, isRemark]).toEqual(['SCHEMA_OLD', undefined]);
    expect(sentence).toMatch(/lacks the migration 29990101000000_next,.*command\.js migrate/);
  });

  test('with a migration that the build does not know is a remark: a release is being rolled out', async () => {
    const known = (await committedNames()).slice(0, -1);
    expect(await examineSchema(db.worker, known)).toMatchObject({
      code: 'SCHEMA_NEW',
      isRemark: true,
    });
  });

  test('counts no migration that has not ended', async () => {
    const name = '29990101000000_next';
    await run(`insert into _prisma_migrations (id, checksum, migration_name) values ($1, '', $1)`, [
      name,
    ]);
    const known = [...(await committedNames()), name];
    expect(await examineSchema(db.api, known)).toMatchObject({ code: 'SCHEMA_OLD' });
    await run('delete from _prisma_migrations where migration_name = $1', [name]);
  });

  test('without the privileges on its ledger is too old', async () => {
    await run('revoke select on _prisma_migrations from fiscal_api');
    await run(
      'revoke select (migration_name, finished_at, rolled_back_at) on _prisma_migrations from fiscal_api',
    );
    expect(await examineSchema(db.api)).toMatchObject({ code: 'SCHEMA_OLD' });
    await run(
      'grant select (migration_name, finished_at, rolled_back_at) on _prisma_migrations to fiscal_api',
    );
  });

  test('of an empty database is none, and says how one is made', async () => {
    const name = `empty_${randomUUID().slice(0, 8)}`;
    await run(`create database ${name}`);
    const url = new URL(db.url);
    url.pathname = `/${name}`;
    const options = { maxConnections: 1, applicationName: 'test', onError: () => undefined };
    const empty = openDatabase({ ...options, url: url.href });
    const { code, sentence } = (await examineSchema(empty))!;
    expect(code).toBe('SCHEMA_MISSING');
    expect(sentence).toMatch(/has no tables of the service: .*command\.js migrate/);
    await empty.close();
    await run(`drop database ${name}`);
  });
});

describe('the login of a process', () => {
  test('is the one of its role', async () => {
    expect(await examineDatabaseRole(db.api, 'fiscal_api', false)).toBeNull();
    expect(await examineDatabaseRole(db.worker, 'fiscal_worker', false)).toBeNull();
  });

  test('is not the one of the other process', async () => {
    const { code, sentence } = (await examineDatabaseRole(db.worker, 'fiscal_api', false))!;
    expect(code).toBe('DATABASE_ROLE_MISSING');
    expect(sentence).toMatch(
      /connects as .+, which has not the role fiscal_api: give this process/,
    );
  });

  test('is not a superuser’s, unless that is allowed', async () => {
    const found = await examineDatabaseRole(db.owner, 'fiscal_api', false);
    expect(found).toMatchObject({ code: 'DATABASE_ROLE_TOO_POWERFUL', isRemark: false });
    expect(found?.sentence).toMatch(/connects as .+, which is a superuser: give this process/);
    const allowed = await examineDatabaseRole(db.owner, 'fiscal_api', true);
    expect(allowed).toMatchObject({ isRemark: true });
  });

  test('is not that of an owner who is no superuser, either', async () => {
    const role = `o_${new URL(db.apiUrl).username}`;
    await run(`create role ${role}; alter table invoice owner to ${role}`);
    await run(`grant ${role} to ${new URL(db.apiUrl).username}`);
    const found = await examineDatabaseRole(db.api, 'fiscal_api', false);
    expect(found?.sentence).toContain('which owns the tables');
    await run(`alter table invoice owner to current_user; drop role ${role}`);
  });
});

describe('the clock', () => {
  test('agrees with PostgreSQL’s within the tolerance', async () => {
    expect(await examineClock(db.worker, 60_000)).toBeNull();
  });

  test.each([
    [90_000, /is 90 s ahead of PostgreSQL’s, more than the 60000 ms of CLOCK_TOLERANCE_MS/],
    [-90_000, /is 90 s behind PostgreSQL’s/],
  ])('%i ms off does not', async (offMs, words) => {
    const found = await examineClock(db.worker, 60_000, () => Date.now() + offMs);
    expect(found?.code).toBe('CLOCK_WRONG');
    expect(found?.sentence).toMatch(words);
  });

  test.each([
    [11.9, null],
    [-11.9, null],
    [12.1, /is 12\.1 h ahead of PostgreSQL’s: it stores no invoice/],
    [-12.1, /is 12\.1 h behind PostgreSQL’s/],
  ])(
    'of an API that is %d hours off: the check says what becomes of its invoices',
    async (hours, words) => {
      const offMs = hours * 3_600_000;
      const found = await examineIdClock(db.api, () => Date.now() + offMs);
      const id = uuidv7({ msecs: Date.now() + offMs });
      const invoice = sampleDraft(await createSampleShop(db), { id });
      const stored = openInvoiceStore(db.api)({ invoice, scheduledInMs: null });
      const readBack = async () =>
        (await db.owner.pool.query('select from invoice_content where invoice_id = $1', [id]))
          .rowCount;
      if (words === null) {
        expect(found).toBeNull();
        expect((await stored).id).toBe(id);
        expect(await readBack()).toBe(1);
      } else {
        expect(found).toEqual({
          code: 'SERVICE_CLOCK_WRONG',
          sentence: expect.stringMatching(words),
        });
        await expect(stored).rejects.toThrow(words);
        expect(await readBack()).toBe(0);
      }
    },
  );
});

describe('the vault', () => {
  const store = async (recipient: string) => {
    const { companyId } = await createSampleShop(db);
    await storeCertificate(db.api, recipient, {
      companyId,
      environment: 'test',
      subject: 'CN=a',
      issuer: 'CN=b',
      serialNumber: '01',
      tin: '12345678',
      fingerprintSha256: randomUUID(),
      notBefore: new Date('2026-01-01'),
      notAfter: new Date('2027-01-01'),
      certificateDer: Buffer.from('a certificate'),
      privateKeyDer: Buffer.from('a key'),
    });
  };
  let beaten: string | undefined;
  const beat = async (vaultRecipients: readonly string[]) => {
    beaten = randomUUID();
    const worker = { id: beaten, host: 'kasa-1', pid: 7, version: '1.0.0', startedAt: new Date() };
    await recordHealth(db.worker, { ...worker, vaultRecipients, lanes: {}, circuits: {} }, [], []);
  };
  afterEach(async () => {
    await run('update certificate set is_active = false');
    if (beaten !== undefined) await deleteWorker(db.worker, { id: beaten });
  });

  test('is right where nothing is sealed, or one of the identities opens what was sealed last', async () => {
    const [ours, old] = [await generateVaultKeys(), await generateVaultKeys()];
    expect(await examineIdentities(db.worker, [ours.identity])).toBeNull();
    await store(old.recipient);
    await store(ours.recipient);
    expect(await examineIdentities(db.worker, [ours.identity])).toBeNull();
    expect(await examineIdentities(db.worker, [old.identity, ours.identity])).toBeNull();
  });

  test('is another one where no identity opens it: the sentence names both recipients', async () => {
    const [ours, other] = [await generateVaultKeys(), await generateVaultKeys()];
    await store(ours.recipient);
    const { code, sentence } = (await examineIdentities(db.worker, [other.identity]))!;
    expect(code).toBe('VAULT_IDENTITY_WRONG');
    expect(sentence).toContain(
      `CERTIFICATE_IDENTITY belongs to ${other.recipient} and does not open`,
    );
    expect(sentence).toContain(`sealed to ${ours.recipient}`);
    expect(sentence).not.toContain(other.identity);
  });

  test('an identity that is damaged is said to be, without its text', async () => {
    const { identity } = await generateVaultKeys();
    const damaged = identity.slice(0, -1);
    const found = await examineIdentities(db.worker, [damaged]);
    expect(found?.code).toBe('VAULT_IDENTITY_INVALID');
    expect(found?.sentence).not.toContain(damaged);
  });

  test('a recipient has to be one that a running worker opens, as far as any says what it opens', async () => {
    const [ours, other] = [await generateVaultKeys(), await generateVaultKeys()];
    expect(await examineRecipient(db.api, ours.recipient)).toBeNull();
    await beat([]);
    expect(await examineRecipient(db.api, ours.recipient)).toBeNull();
    await deleteWorker(db.worker, { id: beaten! });
    await beat([other.recipient, ours.recipient]);
    expect(await examineRecipient(db.api, ours.recipient)).toBeNull();
    await deleteWorker(db.worker, { id: beaten! });
    await beat([other.recipient]);
    const { code, sentence } = (await examineRecipient(db.api, ours.recipient))!;
    expect(code).toBe('VAULT_RECIPIENT_WRONG');
    expect(sentence).toContain(`CERTIFICATE_RECIPIENT is ${ours.recipient}, and no running worker`);
    expect(sentence).toContain(other.recipient);
  });

  test('a recipient that is damaged is said to be', async () => {
    const found = await examineRecipient(db.api, 'age1x');
    expect(found?.code).toBe('VAULT_RECIPIENT_INVALID');
  });
});

test('of a PostgreSQL that is away nothing is said', async () => {
  const options = { maxConnections: 1, applicationName: 'test', onError: () => undefined };
  const away = openDatabase({ ...options, url: 'postgresql://fiscal:x@127.0.0.1:1/fiscal' });
  await expect(examineSchema(away)).rejects.not.toBeInstanceOf(pg.DatabaseError);
  await expect(examineIdentities(away, [(await generateVaultKeys()).identity])).rejects.toThrow();
  await away.close();
});
