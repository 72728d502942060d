// Notices by mail as a person has them: chosen in the panel, mailed by a worker that has neither
// keys nor a browser, also when it was killed between the alarm and the mail.

import { eventually } from '@fiscal/testbed';
import { startMailServer } from '@fiscal/testbed/mail-server';
import { afterAll, expect, test } from '@jest/globals';
import { inviteAdmin } from '../admin/company-admin.ts';
import { openPanel } from '../admin/panel-browser.ts';
import { violationsOf } from './accessibility.ts';
import { startPanel } from './running-panel.ts';
import { textsOf } from './texts.ts';
import type { Texts } from './texts.ts';

const mail = await startMailServer();
afterAll(() => mail.close());
const MAILING = { SMTP_URL: mail.url, MAIL_FROM: 'Fiscal <no-reply@fiscal.example>' };
const NOTHING_ELSE = { CERTIFICATE_IDENTITY: '', EFI_TEST_TRUST_ANCHORS: '', CHROME_PATH: '' };
const ROLES: Readonly<Record<string, Record<string, string>>> = {
  worker: { WORKER_ROLES: 'notify', ...MAILING, ...NOTHING_ELSE },
  'worker-2': { WORKER_ROLES: 'fiscalize,deliver,keys', CHROME_PATH: '' },
};
const { service, companyId, enter } = await startPanel({
  workers: 2,
  isLiveConnected: false,
  environmentOf: (name) => ROLES[name] ?? {},
});
const operator = await openPanel(service, service.stack.demo.operator);
const owner = await inviteAdmin(service, operator, companyId);
await openPanel(service, owner);
// It sells in the environment that it is in.
await service.query(`update company set environment = 'test' where id = $1`, [companyId]);

async function fail() {
  await service.script({ type: 'fault', code: 44, message: 'VAT status' });
  await service.createAndPrint();
  const newest = 'select status from invoice order by created_at desc limit 1';
  expect(await service.query(newest)).toEqual([{ status: 'Failed' }]);
}
/** The account keeps its language, whatever that of the browser is. */
const speak = (language: string) =>
  service.query('update app_user set locale = $1 where email = $2', [language, owner.email]);
const mailed = () => mail.mails.filter(({ to }) => to.includes(owner.email)).length;
/** `held` while a worker has it, `none` once it is sent. */
const mailState = async () => {
  const rows = await service.query(
    `select case when mail is null then 'none' when leased_until > now() then 'held' end as state
     from notice_mail`,
  );
  return rows[0]?.state;
};

test('a failure is mailed though the worker was killed before and after it took the mail', async () => {
  await service.stack.processes.get('worker')?.stop();
  await fail();
  expect(await service.query('select kind from notice')).toEqual([{ kind: 'failed' }]);
  mail.behave('hangs');
  await service.stack.restart('worker');
  await eventually(mailState, (state) => state === 'held');
  await service.stack.restart('worker', { how: 'kill' });
  mail.behave('works');
  await service.query('update notice_mail set leased_until = now()');
  await eventually(
    () => Promise.resolve(mailed()),
    (count) => count > 0,
  );
  expect(mail.mailTo(owner.email)?.text).toContain(`/companies/${companyId}/failed`);
  await eventually(mailState, (state) => state === 'none');
  await fail();
  await eventually(
    () => service.query('select 1 from notice'),
    (rows) => rows.length === 0,
  );
  expect(mailed()).toBe(1);
});

test('a worker that mails is asked for neither key nor browser nor authority', async () => {
  const response = await fetch(`${service.stack.workerUrl}/health/ready`);
  const { checks } = (await response.json()) as { checks: object };
  expect(Object.keys(checks).sort()).toEqual(
    [
      'clock',
      'database-role',
      'months',
      'postgresql',
      'redis-policy',
      'schema',
      'sessions',
      'vault',
    ].sort(),
  );
});

/** The account of the owner, in each language and size. */
async function onAccountPage(
  scheme: 'light' | 'dark',
  look: (
    person: Awaited<ReturnType<typeof enter>>,
    texts: Texts['account'],
    language: string,
  ) => Promise<void>,
): Promise<void> {
  for (const [language, screen] of [
    ['en', 'desktop'],
    ['me', 'phone'],
  ] as const) {
    await speak(language);
    const person = await enter(owner, { scheme, screen, language });
    await person.open('/account');
    await look(person, textsOf(language).account, language);
    await person.close();
  }
}

test('people choose what they are mailed about, and see what was not mailed', async () => {
  await onAccountPage('light', async (person, { notices }, language) => {
    await person.see(notices.title);
    await person.click('checkbox', notices.kind.certificate);
    await person.picture(`notices-${language}`);
    await person.click('button', notices.save);
    await person.see(notices.saved);
    expect(person.complaints).toEqual([]);
  });
  const [row] = await service.query('select notices from app_user where email = $1', [owner.email]);
  expect(row?.notices).toEqual(['deadline', 'failed', 'certificate', 'held', 'authority']);

  await service.stack.processes.get('worker')?.stop();
  await service.query(`update notice_sender set seen_at = now() - interval '1 hour'`);
  await fail();
  await onAccountPage('dark', async (person, { notices }, language) => {
    await person.see(notices.off);
    const { unsent, kind } = notices;
    await person.see(unsent.replace('{{kind}}', kind.failed).replace('{{count}}', '1'));
    expect(await violationsOf(person.page)).toEqual([]);
    await person.picture(`notices-off-${language}`);
  });
});
