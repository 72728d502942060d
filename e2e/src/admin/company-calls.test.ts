// What the panel has the worker do, because it alone can open a company's key: inspectors' IICs,
// test signatures and the two onboarding calls. The way of a company to live is in
// ../panel/company-life.

import { createHash, verify, X509Certificate } from 'node:crypto';
import { confirmAllNumbers, noteRollback } from '@fiscal/db/number';
import { VERIFICATION_PAGES, verificationUrl } from '@fiscal/domain';
import { issueTaxpayer, toPkcs12, withDatabase } from '@fiscal/testbed';
import { describe, expect, test } from '@jest/globals';
import { startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { openPanel } from './panel-browser.ts';

const service = await startService({});
const panel = await openPanel(service);
const { companyId } = service;
const base = `/companies/${companyId}`;

// Technical specification v5, 4.3.2; only the TIN is the demo's.
const PUBLISHED = {
  environment: 'test',
  issueDateTime: '2019-06-12T17:05:43+02:00',
  ordinal: 9952,
  businessUnitCode: 'bb123bb123',
  tcrCode: 'cc123cc123',
  softwareCode: 'ss123ss123',
  total: '99.01',
};

async function certificateOf(environment: string): Promise<{ id: string; x509: X509Certificate }> {
  const [row] = await service.query(
    `select id, certificate_der from certificate
     where company_id = $1 and environment = $2::environment and is_active`,
    [companyId, environment],
  );
  return { id: String(row?.id), x509: new X509Certificate(row?.certificate_der as Buffer) };
}

const isSignedWith = ({ publicKey }: X509Certificate, text: string, hex: string) =>
  verify('sha256', Buffer.from(text), publicKey, Buffer.from(hex, 'hex'));

async function recreate(change: object): Promise<Body> {
  const response = await panel.post(`${base}/inspectors/iic`, { ...PUBLISHED, ...change });
  expect(response.status).toBe(200);
  return response.body as Body;
}

/** Sells, and gives the seven values as they stand on the invoice. */
async function sell() {
  const { body } = await service.createAndPrint();
  expect(body.status).toBe('Fiscalized');
  const values = new URLSearchParams(String(body.verificationUrl).split('?')[1]);
  return {
    environment: 'test',
    tin: values.get('tin'),
    issueDateTime: values.get('crtd')?.replace(' ', '+'),
    ordinal: Number(values.get('ord')),
    businessUnitCode: values.get('bu'),
    tcrCode: values.get('cr'),
    softwareCode: values.get('sw'),
    total: values.get('prc'),
    compareWith: String(body.iic),
  };
}

const pkcs12Of = (identity: Parameters<typeof toPkcs12>[0], form?: 'modern' | 'legacy') =>
  toPkcs12(identity, service.stack.pki.authority, 'tajna', form).toString('base64');

describe('an inspector', () => {
  test('gets the IIC of seven values by the published formula', async () => {
    const { id, x509 } = await certificateOf('test');
    const made = await recreate({});
    const { tin } = service.stack.demo.company;
    expect(made.concatenated).toBe(
      `${tin}|2019-06-12T17:05:43+02:00|9952|bb123bb123|cc123cc123|ss123ss123|99.01`,
    );
    expect(made.iicSignature).toMatch(/^[0-9A-F]{512}$/);
    expect(isSignedWith(x509, made.concatenated, made.iicSignature)).toBe(true);
    const md5 = createHash('md5').update(Buffer.from(made.iicSignature, 'hex')).digest('hex');
    expect(made).toMatchObject({ iic: md5.toUpperCase(), matches: null, certificateId: id });
  });

  test('sees that a printed IIC is right, and that one of another sum is not', async () => {
    const values = await sell();
    expect((await recreate(values)).matches).toBe(true);
    expect(
      (await recreate({ ...values, compareWith: values.compareWith.toLowerCase() })).matches,
    ).toBe(true);
    expect((await recreate({ ...values, total: '1.00' })).matches).toBe(false);
  });

  test('sees that it is right although the certificate has been renewed since', async () => {
    const values = await sell();
    const before = await certificateOf('test');
    const { authority } = service.stack.pki;
    const { tin, name } = service.stack.demo.company;
    const upload = {
      environment: 'test',
      pkcs12: pkcs12Of(issueTaxpayer(authority, tin, name), 'legacy'),
      password: 'tajna',
    };
    const inspected = await panel.post(`${base}/certificates/inspect`, upload);
    expect(inspected.body).toMatchObject({ problems: [], tin, form: 'legacy' });
    const stored = await panel.post(`${base}/certificates`, upload);
    expect(stored.status).toBe(201);

    expect(await recreate(values)).toMatchObject({ matches: true, certificateId: before.id });
    const next = await sell();
    expect(await recreate(next)).toMatchObject({ matches: true, certificateId: stored.body.id });
  });

  test('reads why where there is no certificate', async () => {
    const profile = { tin: '07654321', name: 'Nova', address: 'Ulica 1', town: 'Budva' };
    const { body } = await panel.post('/companies', profile);
    const response = await panel.post(`/companies/${body.id}/inspectors/iic`, PUBLISHED);
    expect(response.status).toBe(502);
    expect(response.body).toMatchObject({
      code: 'CERTIFICATE_ERROR',
      remedyKey: 'newCertificate',
      remedy: 'Upload a valid fiscal certificate of the company in the admin panel.',
    });
  });
});

describe('the last receipt of a cash register in a database that was restored', () => {
  test('is asked for at the authority, and its number confirmed where that knows it', async () => {
    const values = await sell();
    const linkOf = (change: object) => {
      const { tin, compareWith, total, ...rest } = { ...values, ...change };
      const receipt = { ...rest, tin, iic: compareWith, total } as Parameters<
        typeof verificationUrl
      >[1];
      return verificationUrl(VERIFICATION_PAGES.test, receipt);
    };
    // To PostgreSQL it is the same as a restore.
    await withDatabase(service.stack.databaseUrl, (db) =>
      noteRollback(db, { actor: 'test', place: null }),
    );
    const { body: list } = await panel.get(`${base}/cash-registers?environment=test`);
    const held = (list.held as Body[]).find(({ tcrCode }) => tcrCode === values.tcrCode);
    const own = `${base}/cash-registers/${String(held?.cashRegisterId)}`;
    const confirm = (change: object) =>
      panel.post(`${own}/confirm-receipt`, {
        link: linkOf(change),
      });
    const refusalOf = async (change: object) => (await confirm(change)).body.error;

    // Its IIC was made of another number.
    expect(await refusalOf({ ordinal: values.ordinal + 1 })).toContain('No certificate');
    // Signed, and never sent.
    const unsent = { ordinal: values.ordinal + 1 };
    const { iic } = await recreate({ ...values, ...unsent, compareWith: undefined });
    expect(await refusalOf({ ...unsent, compareWith: iic })).toContain(
      'does not know this receipt',
    );
    const { status, body } = await confirm({});
    expect({ status, body }).toEqual({ status: 200, body: { lastOrdinal: values.ordinal } });
    expect((await sell()).ordinal).toBe(values.ordinal + 1);
    const [row] = await service.query(
      `select evidence from number_confirmation order by at desc limit 1`,
    );
    expect(row?.evidence).toMatch(new RegExp(`^EFI: ${values.compareWith}, FIC [0-9a-f-]{36}$`));

    // The tests below add cash registers, which sell at once where nothing was lost.
    await withDatabase(service.stack.databaseUrl, async (db) => {
      await noteRollback(db, { actor: 'test', place: null });
      await confirmAllNumbers(db, { actor: 'test', evidence: 'after the test' });
    });
  });
});

describe('a test signature', () => {
  const testOf = (id: string) => panel.post(`${base}/certificates/${id}/test-signature`);

  test('verifies with the certificate', async () => {
    const { id, x509 } = await certificateOf('live');
    const { status, body } = await testOf(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ isValid: true, problem: null });
    expect(isSignedWith(x509, body.signedText, body.signature)).toBe(true);
    expect(isSignedWith(x509, `${body.signedText}.`, body.signature)).toBe(false);
  });

  test('says what is the matter where the key does not open', async () => {
    const { id } = await certificateOf('live');
    const sealed = await service.query('select sealed_private_key as key from certificate');
    await service.query(
      `insert into certificate (id, company_id, environment, is_active, subject, issuer,
         serial_number, tin, fingerprint_sha256, not_before, not_after, certificate_der,
         sealed_to, sealed_private_key)
       select gen_random_uuid(), company_id, 'live', false, 'damaged', issuer, serial_number, tin,
         fingerprint_sha256, not_before, not_after, certificate_der, sealed_to, $2
       from certificate where id = $1`,
      [id, Buffer.from(sealed[0]?.key as Buffer).subarray(0, 100)],
    );
    const [damaged] = await service.query(`select id from certificate where subject = 'damaged'`);
    const { status, body } = await testOf(String(damaged?.id));
    expect(status).toBe(200);
    expect(body).toMatchObject({ isValid: false, signature: null });
    expect(body.problem).toContain('can not be opened');
  });
});

describe('the buttons of a cash register', () => {
  async function till(): Promise<string> {
    const { body } = await panel.get(`${base}/cash-registers?environment=test`);
    const [first] = body.cashRegisters as { id: string; isDefault: boolean }[];
    return `${base}/cash-registers/${first?.id}`;
  }

  test('register an initial deposit, and show the authority’s refusal with its remedy', async () => {
    const path = await till();
    const done = await panel.post(`${path}/initial-deposit`, { cashAmount: 12.5 });
    expect(done.status).toBe(200);
    // The register has sold today: the authority keeps the 0.00 from before its first sale.
    expect(done.body).toMatchObject({ cashAmount: 0, alreadyRegistered: true });
    const behaviour = { type: 'fault', code: 53, message: 'TCR is not registered' };
    await service.script(behaviour, { kind: 'cash-deposit' });
    const refused = await panel.post(`${path}/initial-deposit`, { cashAmount: 20 });
    expect(refused.status).toBe(502);
    expect(refused.body).toMatchObject({
      code: 'INITIAL_DEPOSIT_FAILED',
      efiCode: 53,
      efiMessage: 'TCR is not registered',
      remedyKey: 'tcr',
    });
    expect(refused.body.remedy).toEqual(expect.any(String));
  });

  test('register the TCR and store its code, and say who pressed', async () => {
    const path = await till();
    await panel.patch(path, { internalId: '88' });
    const done = await panel.post(`${path}/register-tcr`);
    expect(done.status).toBe(200);
    const { body } = await panel.get(`${base}/cash-registers?environment=test`);
    expect(body.cashRegisters[0]).toMatchObject({ internalId: '88', tcrCode: done.body.tcrCode });
    const rows = await service.query(
      `select actor, action from audit_log where action like 'register-tcr.%' order by id`,
    );
    expect(rows).toMatchObject([{ action: 'register-tcr.requested' }, { actor: 'worker' }]);
    expect(rows[0]?.actor).toMatch(/^user:/);
  });

  test.each([
    ['register-tcr', 'tcr', undefined],
    ['initial-deposit', 'cash-deposit', { cashAmount: 20 }],
  ])(
    '%s says that the authority did not answer, and to repeat the call',
    async (button, kind, body) => {
      await service.script({ type: 'http', status: 503 }, { kind });
      const { status, body: problem } = await panel.post(`${await till()}/${button}`, body);
      expect(status).toBe(502);
      expect(problem).toMatchObject({
        code: 'EFI_UNAVAILABLE',
        efiCode: null,
        retryable: true,
        remedyKey: 'repeatCall',
        remedy: 'Repeat the call: what was registered already is not registered twice.',
      });
    },
  );
});

test('a new company does not go live before its checklist is done', async () => {
  const profile = { tin: '06543210', name: 'Pekara', address: 'Ulica 9', town: 'Nikšić' };
  const { body: company } = await panel.post('/companies', profile);
  const { body: checklist } = await panel.get(`/companies/${company.id}/checklist`);
  const keysOf = (steps: Body[]) => steps.filter(({ isDone }) => !isDone).map(({ key }) => key);
  const first = ['certificate', 'codes', 'tcr', 'api-key', 'test-invoice'];
  expect(keysOf(checklist.gettingStarted)).toEqual(first);
  const early = await panel.post(`/companies/${company.id}/go-live`);
  expect(early.status).toBe(409);
  const details = keysOf(checklist.goingLive).map((path) => ({ path: path as string }));
  expect(details.length).toBeGreaterThan(1);
  expect(early.body).toMatchObject({ code: 'GO_LIVE_INCOMPLETE', details });
});

test('a button issues a test invoice with the own data, and the audit log says who', async () => {
  const issued = await panel.post(`${base}/test-invoice`);
  expect(issued.status).toBe(201);
  expect(issued.body).toMatchObject({ status: 'Fiscalized', invoiceNumber: expect.any(String) });
  const { body } = await panel.get(`${base}/audit?action=invoice.tested`);
  expect(body.entries).toEqual([expect.objectContaining({ entityId: issued.body.id })]);
});
