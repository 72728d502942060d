// Notices by mail, from the event that raises one to a mail server on this machine.

import { randomUUID } from 'node:crypto';
import { generateVaultKeys, raiseCertificateWarnings, storeCertificate } from '@fiscal/db/company';
import { seedUser } from '@fiscal/db/testing';
import {
  beginSendingNotices,
  claimNotice,
  chooseNotices,
  dropOldNotices,
  keepNotices,
  NOTICE_KINDS,
  readNoticeDelay,
  readOwnNotices,
} from '@fiscal/db/notice';
import type { NoticeKind } from '@fiscal/db/notice';
import { recordIncarnation } from '@fiscal/db/number';
import { announceOpenCircuits, deleteCircuits, readOpenCircuits } from '@fiscal/db/operations';
import { createLogger } from '@fiscal/runtime';
import { openMailer } from '@fiscal/runtime/mail';
import type { Mailer } from '@fiscal/runtime/mail';
import { startMailServer } from '@fiscal/testbed/mail-server';
import type { MailServer } from '@fiscal/testbed/mail-server';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { recordFailed } from '../../../../packages/db/src/fiscalization/outcomes.ts';
import {
  answer,
  handOutSample,
  SAMPLE_REFUSAL,
  signedSale,
} from '../../../../packages/db/src/testing/sample-invoices.ts';
import { createSampleShop } from '../../../../packages/db/src/testing/sample-shops.ts';
import type { SampleShop } from '../../../../packages/db/src/testing/sample-shops.ts';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import { createEvents } from '../events.ts';
import { createNoticeNext } from './notice-lane.ts';

const db = useTestDatabase({ maxConnections: 8 });
let server: MailServer;
const mailers: Mailer[] = [];
beforeEach(async () => {
  server = await startMailServer();
  await db.owner.pool.query(
    'delete from notice; delete from notice_mail; delete from notice_sender; delete from app_user',
  );
  await beginSendingNotices(db.worker);
});
afterEach(async () => {
  for (const mailer of mailers.splice(0)) mailer.close();
  await server.close();
});

/** A company of the test environment with one person. */
async function newCompany(name = 'Pekara', role: Role = 'company_admin') {
  const shop = await createSampleShop(db);
  await db.owner.pool.query(`update company set environment = 'test', name = $2 where id = $1`, [
    shop.companyId,
    name,
  ]);
  const email = `${shop.companyId}@shop.example`;
  return { ...shop, email, userId: await newPerson(shop.companyId, email, role) };
}

type Role = 'company_admin' | 'accountant';
async function newPerson(companyId: string, email: string, role: Role = 'company_admin') {
  const id = await seedUser(db.api, { email, companyId, role, passwordHash: 'x' });
  await db.owner.pool.query('update app_user set last_sign_in_at = now() where id = $1', [id]);
  return id;
}

/** As a trigger adds it with its cause. */
const raise = (
  companyId: string | null,
  type = 'invoice.failed',
  causes = 1,
  environment = 'test',
) =>
  db.owner.pool.query(
    `insert into event (company_id, environment, type)
     select $1, $4::environment, $2::event_type from generate_series(1, $3)`,
    [companyId, type, causes, environment],
  );

/** An invoice that failed, through all that raises a notice. */
async function fail(shop: SampleShop): Promise<string> {
  const { claimed, signed, id } = await signedSale(db, shop);
  await recordFailed(db.worker, claimed, answer(signed, 'refused'), SAMPLE_REFUSAL);
  return id;
}
const dismiss = (id: string) =>
  db.owner.pool.query(
    `update invoice set dismissed_at = now(), dismissed_by = 'x', dismissal_reason = 'x' where id = $1`,
    [id],
  );

/** The lane of a worker: all that is due. */
function openLane(url = server.url) {
  const mailer = openMailer({ url, from: 'Fiscal <no-reply@fiscal.example>' });
  mailers.push(mailer);
  const next = createNoticeNext({
    db: db.worker,
    logger: createLogger({ name: 'worker', level: 'silent' }),
    events: createEvents(),
    random: () => 0.5,
    mailer,
    origin: 'https://fiscal.example',
  });
  const runOne = () =>
    next(
      () => undefined,
      () => true,
    );
  return async () => {
    let taken = 0;
    while ((await runOne()) === true) taken += 1;
    return taken;
  };
}

/** What was promised for later is due, and leases are over. */
const afterAnHour = () =>
  db.owner.pool.query(
    `update notice_mail set mailed_at = mailed_at - interval '1 hour',
       scheduled_at = scheduled_at - interval '1 hour', leased_until = leased_until - interval '1 hour'`,
  );
const idOf = (text = '') => /^Message-ID: (<[\w-]+@fiscal\.example>)\r$/im.exec(text)?.[1];
const bodyOf = (text = '') => text.slice(text.indexOf('\r\n\r\n'));

test('a failed invoice is mailed at once, and once more when none is left', async () => {
  const shop = await newCompany();
  const send = openLane();
  const id = await fail(shop);
  expect(await send()).toBe(1);
  const [first] = server.mails;
  expect(first?.to).toEqual([shop.email]);
  expect(bodyOf(first?.text)).toContain(
    'Failed invoices. New since the last mail: 1. In all now: 1.',
  );
  expect(bodyOf(first?.text)).toContain(
    `https://fiscal.example/admin/companies/${shop.companyId}/failed?environment=test`,
  );
  await keepNotices(db.worker);
  await afterAnHour();
  expect(await send()).toBe(0);
  await dismiss(id);
  await keepNotices(db.worker);
  // It may be tried again and fail within moments.
  expect(await send()).toBe(0);
  await afterAnHour();
  expect(await send()).toBe(1);
  expect(bodyOf(server.mails[1]?.text)).toContain('It is over: nothing is open');
  expect(idOf(server.mails[1]?.text)).not.toBe(idOf(first?.text));
  await keepNotices(db.worker);
  await afterAnHour();
  expect(await send()).toBe(0);
});

test('what seemed to be over and goes on is not said', async () => {
  const shop = await newCompany();
  const send = openLane();
  const id = await fail(shop);
  await send();
  await dismiss(id);
  await keepNotices(db.worker);
  await fail(shop);
  await db.owner.pool.query('delete from notice');
  await afterAnHour();
  await send();
  expect(server.mails).toHaveLength(1);
});

test('ten thousand failures in an hour are one mail, and the next one counts what followed', async () => {
  const shop = await newCompany();
  const send = openLane();
  await fail(shop);
  await send();
  const raised = Array.from({ length: 20 }, () => raise(shop.companyId, 'invoice.failed', 500));
  await Promise.all([...raised, send(), send()]);
  await send();
  expect(server.mails).toHaveLength(1);
  await afterAnHour();
  await send();
  expect(server.mails).toHaveLength(2);
  expect(bodyOf(server.mails[1]?.text)).toContain('New since the last mail: 10000. In all now: 1.');
});

test('two workers at once send each person one mail', async () => {
  const shops = await Promise.all(Array.from({ length: 12 }, () => newCompany()));
  await Promise.all(shops.map(({ companyId }) => raise(companyId, 'invoice.failed', 40)));
  await Promise.all([openLane(), openLane(), openLane()].map((send) => send()));
  const expected = shops.map(({ email }) => email).sort();
  expect(server.mails.flatMap(({ to }) => to).sort()).toEqual(expected);
});

test('a server that dies behind DATA gets the same mail again, with the same Message-ID', async () => {
  const shop = await newCompany();
  server.behave('dies-after-data');
  const id = await fail(shop);
  await openLane()();
  server.behave('works');
  // What has changed since stands in the next one.
  await dismiss(id);
  await raise(shop.companyId);
  await afterAnHour();
  await openLane()();
  const [first, second] = server.mails;
  expect(server.mails).toHaveLength(2);
  expect(idOf(first?.text)).toMatch(/^<[0-9a-f-]{36}@fiscal\.example>$/);
  expect(idOf(second?.text)).toBe(idOf(first?.text));
  expect(bodyOf(second?.text)).toBe(bodyOf(first?.text));
});

test('a worker that is killed between the alarm and the mail loses none', async () => {
  const shop = await newCompany();
  await fail(shop);
  // Counted and taken, and the worker is gone.
  server.behave('refuses');
  await openLane()();
  await afterAnHour();
  const taken = await claimNotice(db.worker, { leaseMs: 60_000 });
  server.behave('works');
  expect(await openLane()()).toBe(0);
  await afterAnHour();
  expect(await openLane()()).toBe(1);
  expect(server.mails).toHaveLength(1);
  expect(idOf(server.mails[0]?.text)).toBe(`<${taken?.mail.id}@fiscal.example>`);
});

test.each(['hangs', 'refuses'] as const)(
  'while a server %s one mail is tried, and all are sent afterwards',
  async (how) => {
    const shops = await Promise.all(Array.from({ length: 4 }, () => newCompany()));
    await Promise.all(shops.map(({ companyId }) => raise(companyId)));
    server.behave(how);
    const send = openLane(`${server.url}?socketTimeout=300`);
    expect(await send()).toBe(1);
    expect((await readNoticeDelay(db.api)).seconds).toBeGreaterThan(0);
    server.behave('works');
    await afterAnHour();
    await openLane()();
    expect(server.mails).toHaveLength(4);
    expect(await readNoticeDelay(db.api)).toEqual({ seconds: 0 });
  },
);

test('an address that is refused is not tried again and keeps no other from its mail', async () => {
  const { companyId, email } = await newCompany();
  await newPerson(companyId, 'a@nowhere.example');
  await newPerson(companyId, 'a@shop.example\r\nBcc: b@evil.example');
  await raise(companyId);
  const send = openLane();
  await send();
  await afterAnHour();
  expect(await send()).toBe(0);
  expect(server.mails.map(({ to }) => to)).toEqual([[email]]);
});

test.each([
  'a\r\nBcc: b@evil.example\r\n\r\nHi',
  'a\u2028Bcc: b@evil.example',
  '=?utf-8?q?=0D=0ABcc:_b?=',
])('the name of a company adds no header and no recipient: %j', async (name) => {
  const { companyId, email } = await newCompany(name);
  for (const type of [
    'invoice.failed',
    'deadline.near',
    'certificate.ending',
    'cash-register.held',
  ]) {
    await raise(companyId, type);
  }
  await openLane()();
  expect(server.mails).toHaveLength(4);
  for (const { to, text } of server.mails) {
    expect(to).toEqual([email]);
    const head = text.slice(0, text.indexOf('\r\n\r\n'));
    const headers = [...head.matchAll(/^([\w-]+):/gm)].map(([, header]) => header).sort();
    expect(headers).toEqual(
      [
        'Content-Transfer-Encoding',
        'Content-Type',
        'Date',
        'From',
        'MIME-Version',
        'Message-ID',
        'Subject',
        'To',
      ].sort(),
    );
    // Not of the ids, which are hexadecimal.
    expect(head).not.toMatch(/evil|Bcc[:=]/i);
    expect(bodyOf(text)).not.toMatch(/@evil|evil\.example|\nBcc|Bcc:_|\u2028/);
  }
});

test('people get what concerns their own company, in its environment', async () => {
  const [one, other] = [await newCompany(), await newCompany()];
  const live = await newCompany();
  await db.owner.pool.query(`update company set environment = 'live' where id = $1`, [
    live.companyId,
  ]);
  const send = openLane();
  await raise(one.companyId);
  await raise(other.companyId, 'invoice.failed', 1, 'live');
  await raise(live.companyId);
  await send();
  expect(server.mails.splice(0).flatMap(({ to }) => to)).toEqual([one.email]);
  await raise(null, 'authority.silent');
  await raise(null, 'authority.back');
  await send();
  expect(server.mails.flatMap(({ to }) => to).sort()).toEqual([one.email, other.email].sort());
});

test('people get the kinds that they chose: at first an owner all, others none', async () => {
  const { companyId, userId, email } = await newCompany();
  const accountant = await newPerson(companyId, 'racunovodja@shop.example', 'accountant');
  const gone = await newPerson(companyId, 'gone@shop.example');
  await db.owner.pool.query('update app_user set disabled_at = now() where id = $1', [gone]);
  const invited = await newPerson(companyId, 'invited@shop.example');
  await db.owner.pool.query('update app_user set last_sign_in_at = null where id = $1', [invited]);
  const send = openLane();
  await raise(companyId);
  await send();
  expect(server.mails.splice(0).flatMap(({ to }) => to)).toEqual([email]);

  await chooseNotices(db.api, userId, ['deadline']);
  await chooseNotices(db.api, accountant, ['failed']);
  expect((await readOwnNotices(db.api, { userId }))?.chosen).toEqual(['deadline']);
  await raise(companyId);
  await raise(companyId, 'deadline.near');
  await afterAnHour();
  await send();
  const mailed = server.mails.map(({ to, text }) => [...to, /in all|over/i.test(text)]);
  expect(mailed.map(([to]) => to).sort()).toEqual([email, 'racunovodja@shop.example'].sort());
  const audited = await db.owner.prisma.auditLog.findMany({
    where: { action: 'user.notices-chosen' },
  });
  expect(audited.map(({ entityId }) => entityId)).toEqual(
    expect.arrayContaining([userId, accountant]),
  );
});

test('a mail that its reader no longer wants is not sent', async () => {
  const { companyId, userId } = await newCompany();
  await raise(companyId);
  server.behave('refuses');
  await openLane()();
  await chooseNotices(db.api, userId, []);
  server.behave('works');
  await afterAnHour();
  await openLane()();
  await keepNotices(db.worker);
  await chooseNotices(db.api, userId, NOTICE_KINDS);
  await afterAnHour();
  await openLane()();
  expect(server.mails).toEqual([]);
});

test('turning mail on sends nothing old; a worker that was away for less than a day sends all', async () => {
  const { companyId } = await newCompany();
  const seenBefore = (ago: string) =>
    db.owner.pool.query(`update notice_sender set seen_at = now() - $1::interval`, [ago]);
  await db.owner.pool.query('delete from notice_sender');
  await raise(companyId);
  await beginSendingNotices(db.worker);
  await openLane()();
  expect(server.mails).toEqual([]);
  await seenBefore('25 hours');
  await raise(companyId);
  await Promise.all([beginSendingNotices(db.worker), beginSendingNotices(db.worker)]);
  await openLane()();
  expect(server.mails).toEqual([]);
  await seenBefore('23 hours');
  await raise(companyId);
  await beginSendingNotices(db.worker);
  await openLane()();
  expect(server.mails).toHaveLength(1);
});

test('without a mail server causes are counted for a week', async () => {
  const [one, other] = [await newCompany(), await newCompany()];
  await db.owner.pool.query('delete from notice_sender');
  await raise(one.companyId, 'invoice.failed', 3);
  await raise(one.companyId, 'deadline.near');
  await raise(null, 'authority.silent');
  const of = ({ userId }: { userId: string }) => readOwnNotices(db.api, { userId });
  const unsent = { failed: 3, deadline: 1, authority: 1 };
  expect(await of(one)).toMatchObject({ isMailed: false, unsent });
  expect(await of(other)).toMatchObject({ unsent: { authority: 1 } });
  expect(await readNoticeDelay(db.api)).toEqual({ seconds: 0 });
  await db.owner.pool.query(
    `update notice set at = now() - interval '7 days' where kind = 'failed'`,
  );
  await dropOldNotices(db.worker);
  expect((await of(one))?.unsent).toEqual({ deadline: 1, authority: 1 });
});

test('a mail that could not be sent for a week is given up', async () => {
  const { companyId } = await newCompany();
  await raise(companyId);
  server.behave('refuses');
  await openLane()();
  await db.owner.pool.query(
    `update notice_mail set mail = mail || jsonb_build_object('at', now() - interval '8 days')`,
  );
  await keepNotices(db.worker);
  server.behave('works');
  await afterAnHour();
  await openLane()();
  expect(server.mails).toEqual([]);
});

test('causes are raised without waiting for each other, and with what raises them or not at all', async () => {
  const { companyId } = await newCompany();
  const open = await db.owner.pool.connect();
  await open.query('begin');
  await open.query(
    `insert into event (company_id, environment, type) values ($1, 'test', 'invoice.failed')`,
    [companyId],
  );
  // Beside a transaction that has raised one of the same company and is still open.
  await raise(companyId, 'invoice.failed', 2);
  await openLane()();
  expect(bodyOf(server.mails[0]?.text)).toContain('New since the last mail: 2.');
  await open.query('rollback');
  open.release();
  await afterAnHour();
  await openLane()();
  expect((await db.owner.pool.query('select waiting from notice_mail')).rows).toEqual([
    { waiting: 0 },
  ]);
});

describe('of each kind one mail when it is over', () => {
  const query = (text: string, values: unknown[] = []) => db.owner.pool.query(text, values);
  /** By kind: what raises it through the rows themselves, and what ends it. */
  const KINDS: [NoticeKind, (shop: SampleShop) => Promise<() => Promise<unknown>>][] = [
    [
      'failed',
      async (shop) => {
        const id = await fail(shop);
        return () => dismiss(id);
      },
    ],
    [
      'deadline',
      async (shop) => {
        const { id } = await handOutSample(db, shop);
        await query('update invoice set alarm_hours = 46 where id = $1', [id]);
        return () =>
          query(
            `update invoice set status = 'Failed', failure = '{"code":"EFI_REFUSED"}' where id = $1`,
            [id],
          );
      },
    ],
    ...[`status = 'registered'`, 'deliver_before = now()'].map((end): (typeof KINDS)[number] => [
      'deadline',
      async (shop) => {
        const { companyId, cashRegisterId, tcrCode } = shop;
        const id = randomUUID();
        await query(
          `insert into withdrawal (id, company_id, environment, cash_register_id, tcr_code,
             local_date, cash_amount, warnings, status, deliver_before)
           values ($1, $2, 'test', $3, $4, current_date, '5.00', '[]', 'offline', now() + interval '2 hours')`,
          [id, companyId, cashRegisterId, tcrCode],
        );
        await query('update withdrawal set alarm_hours = 46 where id = $1', [id]);
        return () => query(`update withdrawal set ${end} where id = $1`, [id]);
      },
    ]),
    [
      'certificate',
      async ({ companyId }) => {
        const notAfter = new Date(Date.now() + 86_400_000);
        const certificate = {
          companyId,
          environment: 'test' as const,
          subject: 'CN=Prodavnica',
          issuer: 'CN=CA',
          serialNumber: '01',
          tin: '12345678',
          fingerprintSha256: '',
          notBefore: new Date(0),
          certificateDer: Buffer.alloc(8),
          privateKeyDer: Buffer.alloc(8),
        };
        const { recipient } = await generateVaultKeys();
        await storeCertificate(db.api, recipient, { ...certificate, notAfter });
        await raiseCertificateWarnings(db.worker, new Date());
        const later = new Date(Date.now() + 900 * 86_400_000);
        return () => storeCertificate(db.api, recipient, { ...certificate, notAfter: later });
      },
    ],
    [
      'held',
      async () => {
        await query('delete from database_place');
        await recordIncarnation(db.worker, { actor: 'worker' });
        return () => query('update database_place set confirmed_at = now()');
      },
    ],
    [
      'authority',
      async () => {
        const open = { scope: 'authority', openForMs: 0 };
        await announceOpenCircuits(db.worker, 'test', [open]);
        const ids = (await readOpenCircuits(db.worker, { environment: 'test' })).map(
          ({ id }) => id,
        );
        return () => deleteCircuits(db.worker, { ids });
      },
    ],
  ];

  test.each(KINDS)('%s', async (kind, begin) => {
    const shop = await newCompany();
    await query(`update cash_register set environment = 'test' where company_id = $1`, [
      shop.companyId,
    ]);
    await chooseNotices(db.api, shop.userId, [kind]);
    const send = openLane();
    const over = async () => {
      await keepNotices(db.worker);
      await afterAnHour();
      await send();
      return server.mails.filter(({ to }) => to.includes(shop.email)).map(({ text }) => text);
    };
    const end = await begin(shop);
    await send();
    const first = await over();
    expect(first.map((text) => text.includes('It is over'))).toEqual([false]);
    expect(
      await query('select kind from notice_mail where user_id = $1', [shop.userId]),
    ).toMatchObject({ rows: [{ kind }] });
    await end();
    expect((await over()).map((text) => text.includes('It is over'))).toEqual([false, true]);
    expect(await over()).toHaveLength(2);
  });
});
