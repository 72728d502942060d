// Certificates that are missing, wrong or renewed, and keys that are sealed anew. None of them
// costs a number, and none of them makes a sale fail that was handed out.

import { execFile } from 'node:child_process';
import { randomBytes, X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { generateVaultKeys, storeCertificate } from '@fiscal/db/company';
import {
  certificateFacts,
  eventually,
  issueTaxpayer,
  toPkcs12,
  withDatabase,
} from '@fiscal/testbed';
import type { Identity } from '@fiscal/testbed';
import { inviteAdmin } from '../admin/company-admin.ts';
import { openPanel } from '../admin/panel-browser.ts';
import { startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { SHORT_TIMEOUTS } from './short-timeouts.ts';
import { fixedIn } from './sale-scenarios.ts';
import { openTills } from './tills.ts';
import type { Till } from './tills.ts';

/** What a process is started with from its next start on. */
const vaultOf: Record<string, Record<string, string>> = {};
const service = await startService({
  environment: SHORT_TIMEOUTS,
  environmentOf: (name): Record<string, string> => vaultOf[name] ?? {},
});
const nextTill = await openTills(service, 9);
const { company } = nextTill();
/** Another e-seal of the same company. */
const renewed = issueTaxpayer(service.stack.pki.authority, company.tin, company.name);

type Facts = ReturnType<typeof certificateFacts>;

/** Makes it the active one of the till's company. @returns its id. */
function useCertificate(
  { company }: Till,
  identity: Identity,
  { recipient, ...change }: Partial<Facts & { recipient: string }> = {},
): Promise<string> {
  const { stack } = service;
  return withDatabase(stack.databaseUrl, (db) =>
    storeCertificate(db, recipient ?? stack.demo.vault.recipient, {
      companyId: company.id,
      environment: 'test',
      ...certificateFacts(identity, company.tin),
      fingerprintSha256: randomBytes(32).toString('hex'),
      notBefore: new Date(0),
      notAfter: new Date('2099-01-01'),
      ...change,
    }),
  );
}

/** The same certificate as it would be if its time had been over as soon as it began. */
function expired(identity: Identity): Pick<Facts, 'certificateDer'> {
  const der = Buffer.from(new X509Certificate(identity.certificatePem).raw);
  // Two times in a row, each as UTCTime: tag 23, 13 bytes of text.
  const tag = Buffer.from([23, 13]);
  const from = der.indexOf(tag) + tag.length;
  const until = der.indexOf(tag, from) + tag.length;
  der.copy(der, until, from, from + 13);
  expect(new X509Certificate(der).validToDate.getTime()).toBeLessThan(Date.now());
  return { certificateDer: der };
}

const useNone = ({ company }: Till) =>
  service.query('update certificate set is_active = false where company_id = $1', [company.id]);

describe('a sale without a certificate that can sign', () => {
  const ofAnotherTin = () => issueTaxpayer(service.stack.pki.authority, '99999999', 'Neko drugi');
  const ofTheCertificate = {
    code: 'CERTIFICATE_ERROR',
    retryable: false,
    remedy: 'Upload a valid fiscal certificate of the company in the admin panel.',
  };
  test.each<[string, RegExp, (till: Till) => Promise<unknown>, Body?]>([
    ['there is none', /has no certificate/, useNone],
    ['it has expired', /has expired/, (till) => useCertificate(till, renewed, expired(renewed))],
    ['it is of another TIN', /another TIN/, (till) => useCertificate(till, ofAnotherTin())],
    [
      'its key can not be read',
      /./,
      (till) => useCertificate(till, renewed, { privateKeyDer: randomBytes(64) }),
    ],
    [
      'it was sealed for another installation',
      /./,
      async (till) => {
        const { recipient } = await generateVaultKeys();
        return useCertificate(till, renewed, { recipient });
      },
      {
        code: 'VAULT_IDENTITY_WRONG',
        retryable: true,
        remedy: expect.stringMatching(
          /^The operator of the service gives its workers the identity/,
        ),
      },
    ],
  ])('because %s fails before a number is used, and goes on with a good one', async (...row) => {
    const [, words, spoil, fault = ofTheCertificate] = row;
    const till = nextTill();
    expect((await till.sell()).body.orderNumber).toBe(1);
    const numbers = await till.numbers();
    const { messages } = await till.ledger();

    await spoil(till);
    const { status, body } = await till.sell();
    expect(status).toBe(500);
    expect(body).toMatchObject({
      error: expect.stringMatching(words),
      ...fault,
      tcrCode: till.tcrCode,
      efiCode: null,
      efiMessage: null,
    });
    const id = String(body.invoiceId);
    expect(await till.read(id)).toMatchObject({ status: 'Failed', iic: null, invoiceNumber: null });
    expect(await till.numbers()).toEqual(numbers);
    const [sequence] = await service.query(
      'select last_ordinal, free_ordinals from number_sequence where tcr_code = $1',
      [till.tcrCode],
    );
    expect(sequence).toEqual({ last_ordinal: '1', free_ordinals: [] });
    expect(await service.submissionsOf(id)).toEqual([]);
    expect((await till.ledger()).messages).toEqual(messages);

    await useCertificate(till, renewed);
    expect((await till.fiscalize(id)).body).toMatchObject({ status: 'Fiscalized', orderNumber: 2 });
  });
});

describe('an offline sale', () => {
  /** Handed out, and kept from its delivery as long as the script holds. */
  async function sellOffline(till: Till): Promise<Body> {
    await till.script({ type: 'http', status: 503 }, { kind: 'invoice' }, 1_000);
    const { body } = (await till.sell()) as { body: Body };
    expect(body.status).toBe('Offline');
    return body;
  }
  const keyInfoOf = (row: Body | undefined) =>
    /<X509Certificate>([^<]+)</.exec(String(row?.request))?.[1];

  test('is signed with the new certificate at its delivery, and keeps IIC and IICSignature', async () => {
    const till = nextTill();
    const before = issueTaxpayer(service.stack.pki.authority, till.company.tin, 'Prvi');
    await useCertificate(till, before);
    // It has issued it, but this authority knows certificates by the messages that it reads.
    await service.control('POST', '/certificates', { pem: before.certificatePem });
    const sold = await sellOffline(till);
    const id = await useCertificate(till, renewed);
    await eventually(
      () => service.submissionsOf(String(sold.id)),
      (sent) => sent.at(-1)?.certificate_id === id,
    );
    await service.control('DELETE', '/script');
    const final = await till.until(String(sold.id), 'Fiscalized');
    expect(final).toMatchObject({ iic: sold.iic, invoiceNumber: sold.invoiceNumber });

    const submissions = await service.submissionsOf(String(sold.id));
    const [first] = submissions;
    const last = submissions.at(-1);
    expect(last?.certificate_id).toBe(id);
    expect(first?.certificate_id).not.toBe(id);
    expect(keyInfoOf(last)).toBe(
      new X509Certificate(renewed.certificatePem).raw.toString('base64'),
    );
    expect(keyInfoOf(first)).not.toBe(keyInfoOf(last));
    expect(fixedIn(last?.request)).toEqual(fixedIn(first?.request));
    expect((await till.ledger()).invoices).toMatchObject([{ iic: sold.iic, fic: final.fic }]);
  });

  test('waits while the certificate has expired, and is delivered with the next one', async () => {
    const till = nextTill();
    await useCertificate(till, renewed);
    const sold = await sellOffline(till);
    await useCertificate(till, renewed, expired(renewed));
    await eventually(
      () => service.logOf('worker'),
      (log) => log.includes(String(sold.id)) && log.includes('The certificate has expired.'),
    );
    await service.control('DELETE', '/script');
    expect(await till.read(String(sold.id))).toMatchObject({ status: 'Offline', iic: sold.iic });
    const { nextAttemptAt, deliverBefore } = await till.read(String(sold.id));
    expect(Date.parse(nextAttemptAt)).toBeLessThan(Date.parse(deliverBefore));
    const failed = (await till.sell()).body as Body;
    expect(failed).toMatchObject({
      code: 'CERTIFICATE_ERROR',
      error: 'The certificate has expired.',
    });

    const path = `/companies/${company.id}`;
    const account = await inviteAdmin(service, await openPanel(service), company.id);
    const owner = await openPanel(service, account);
    const password = 'lozinka';
    const pkcs12 = toPkcs12(renewed, service.stack.pki.authority, password).toString('base64');
    const upload = { environment: 'test', pkcs12, password };
    const uploaded = await owner.post(`${path}/certificates`, upload);
    expect(uploaded).toMatchObject({ status: 201, body: { isActive: true } });
    expect(await till.until(String(sold.id), 'Fiscalized')).toMatchObject({ iic: sold.iic });
    const invoiceId = String(failed.invoiceId);
    await owner.post(`${path}/failed-work/retry`, { invoiceIds: [invoiceId] });
    expect(await till.until(invoiceId, 'Fiscalized')).toMatchObject({ orderNumber: 2 });
    const left = await owner.get(`${path}/failed-work?environment=test`);
    expect(left).toMatchObject({ status: 200, body: { invoices: [] } });
    expect((await till.ledger()).invoices).toHaveLength(2);
  });
});

/** The database's command as an operator runs it. @returns what it prints. */
async function command(name: string, own: Record<string, string> = {}): Promise<string> {
  const file = resolve(import.meta.dirname, '../../../packages/db/src/command.ts');
  const env = { ...process.env, DATABASE_URL: service.stack.databaseUrl, ...own };
  const args = ['--conditions=source', file, name];
  return (await promisify(execFile)(process.execPath, args, { env })).stdout;
}

test('a leaked vault identity is replaced step by step, until nothing is sealed to it', async () => {
  const { stack } = service;
  const { vault: old } = stack.demo;
  const till = nextTill();
  await useCertificate(till, renewed);
  // What another installation has sealed is none of this one's.
  await service.query('delete from certificate where sealed_to <> $1', [old.recipient]);

  const printed = await command('vault-keys');
  const [, recipient = ''] = /^CERTIFICATE_RECIPIENT=(\S+)$/m.exec(printed) ?? [];
  const [, identity = ''] = /^CERTIFICATE_IDENTITY=(\S+)$/m.exec(printed) ?? [];
  vaultOf.worker = { CERTIFICATE_IDENTITY: `${old.identity},${identity}` };
  await stack.restart('worker');
  vaultOf.api = { CERTIFICATE_RECIPIENT: recipient };
  await stack.restart('api');
  expect((await till.sell()).body).toMatchObject({ status: 'Fiscalized' });
  const keys = {
    VAULT_OLD_IDENTITY: old.identity,
    VAULT_NEW_RECIPIENT: recipient,
    VAULT_NEW_IDENTITY: identity,
  };
  expect(await command('rotate-vault', keys)).toMatch(/^Sealed [1-9]\d* private keys/);
  expect(await command('rotate-vault', keys)).toMatch(/^Sealed 0 private keys/);
  vaultOf.worker = { CERTIFICATE_IDENTITY: identity };
  await stack.restart('worker');
  expect((await till.sell()).body).toMatchObject({ status: 'Fiscalized', orderNumber: 2 });
  const sealedTo = await service.query('select distinct sealed_to from certificate');
  expect(sealedTo).toEqual([{ sealed_to: recipient }]);
});
