// Many tills fail for one reason: found, repaired and tried again together, on the page Failed; and
// a lane that is paused and resumed.

import { expect, test } from '@jest/globals';
import { openTills } from '../reliability/tills.ts';
import type { Look } from './browser.ts';
import { violationsOf } from './accessibility.ts';
import { refusal, sellInVain } from './failure-desk.ts';
import { startPanel } from './running-panel.ts';
import { textsOf } from './texts.ts';
import { inTurn } from './tours/looks.ts';

const running = await startPanel({
  environment: { EFI_FAILURES_TO_OPEN: '100000', DELIVERY_AFTER_MS: '3600000' },
});
const { service } = running;
const LOOKS: readonly Look[] = [
  { language: 'en', screen: 'desktop', scheme: 'light' },
  { language: 'me', screen: 'phone', scheme: 'dark' },
  { language: 'me', screen: 'desktop', scheme: 'dark' },
  { language: 'en', screen: 'phone', scheme: 'light' },
];
const PAGE = '/failed?environment=test';

test('what failed at many tills is repaired together, and its retry is followed to the end', async () => {
  const nextTill = await openTills(service, 3, { offlineIssuing: false });
  const tills = [nextTill(), nextTill(), nextTill()];
  for (const till of tills) {
    await refusal(11, `TCR ${till.tcrCode} is not valid`)(till);
    await sellInVain(till);
    await refusal(11, 'Total VAT amount is wrong')(till);
    await sellInVain(till);
  }
  // One of them is old, and its till has sold the same again.
  await service.query(
    `update invoice set created_at = now() - interval '20 minutes'
     where id = (select id from invoice where status = 'Failed'
                 and failure ->> 'efiMessage' = 'Total VAT amount is wrong' limit 1)`,
  );
  for (const till of tills) await till.sell();

  // One of the tills has handed its invoice out: its cause comes first, although it is no larger.
  const [urgent] = await service.query(
    `update invoice set offline_since = now(), deliver_before = now() + interval '5 hours'
     where id = (select id from invoice where failure ->> 'efiMessage' like 'TCR%' limit 1)
     returning id`,
  );
  for (const look of inTurn(LOOKS)) {
    const person = await running.enter(undefined, look);
    const { failedWork: words } = textsOf(look.language);
    const name = `desk-${look.language}-${look.screen}-${look.scheme}`;
    await person.open(PAGE);
    await person.see('Total VAT amount is wrong');
    await person.see(words.urgentCount.replace('{{count}}', '1'));
    const text = await person.text();
    expect(text.indexOf('TCR ')).toBeLessThan(text.indexOf('Total VAT'));
    await person.see(words.remedy.correctData);
    await person.see(words.remedy.tcrInactive);
    await person.click('button', words.tills.show.replace('{{count}}', '3'));
    await person.rest();
    await person.picture(name);
    expect(await violationsOf(person.page)).toEqual([]);
    await person.close();
  }

  await service.query(
    `update invoice set offline_since = null, deliver_before = null where id = '${String(urgent?.id)}'`,
  );

  const person = await running.enter();
  const { failedWork: words } = textsOf('en');
  await person.open(PAGE);
  await person.see('Total VAT amount is wrong');
  const causes = await service.query(
    `select distinct failure_cause from invoice where failure ->> 'efiMessage' like 'Total%'`,
  );
  await person.open(`${PAGE}&cause=${String(causes[0]?.failure_cause)}`);
  await person.click('button', words.retryAll);
  await person.dialog.see(words.soldAgain.found.replace('{{count}}', '1'));
  await person.pause();
  await person.picture('desk-sold-again', 'screen');
  expect(await violationsOf(person.page, '[role="dialog"]')).toEqual([]);
  await person.dialog.click('button', words.retryAll);
  await person.see(words.batch.fiscalized.replace('{{done}}', '3').replace('{{total}}', '3'));
  await person.picture('desk-3-of-3');

  await person.open(PAGE);
  await person.click('button', words.tills.register.replace('{{count}}', '3'));
  await person.dialog.click('button', words.tills.register.replace('{{count}}', '3'));
  await person.see('3 of 3 registered');
  await person.click('button', words.show);
  await person.rest();
  await person.page.locator('input[type=checkbox][aria-label]').click();
  await person.click('button', words.retrySelected);
  await person.dialog.see(words.message.title);
  await person.dialog.see('RegisterInvoiceRequest');
  await person.pause();
  await person.picture('desk-message', 'screen');
  await person.dialog.click('button', words.retrySelected);
  await person.see(words.batch.fiscalized.replace('{{done}}', '1').replace('{{total}}', '1'));
  expect(person.complaints).toEqual([]);
  await person.close();
});

test('a paused lane takes nothing until it is resumed, and the page says that it is not well', async () => {
  const till = (await openTills(service, 1))();
  for (const look of inTurn(LOOKS.slice(0, 2))) {
    const person = await running.enter(undefined, look);
    const { operations: words } = textsOf(look.language);
    const queue = words.queues.name['test-fiscalization'];
    await person.open('/operations');
    await person.click('button', words.queues.pauseOf.replace('{{queue}}', queue));
    await person.dialog.fill(words.queues.reason, 'Provjera');
    await person.pause();
    await person.picture(`lane-question-${look.language}-${look.screen}`, 'screen');
    await person.dialog.click('button', words.queues.pause);
    await person.see(words.problem.paused.replace('{{queue}}', queue));
    // Workers read it once a second.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    const id = await till.store();
    await till.post(`/api/invoices/${id}/fiscalize`, {});
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect((await till.read(id)).status).toBe('Pending');
    await person.click('button', words.queues.showOf.replace('{{queue}}', queue));
    await person.dialog.see(words.queues.job.waiting);
    await person.pause();
    await person.picture(`lane-jobs-${look.language}-${look.screen}`, 'screen');
    expect(await violationsOf(person.page, '[role="dialog"]')).toEqual([]);
    await person.page.keyboard.press('Escape');
    await person.pause();
    await person.picture(`lane-paused-${look.language}-${look.screen}`);
    expect(await violationsOf(person.page)).toEqual([]);
    await person.open('/overview');
    await person.see(words.problem.paused.replace('{{queue}}', queue));
    await person.picture(`lane-home-${look.language}-${look.screen}`);
    await person.open('/operations');
    await person.click('button', words.queues.resumeOf.replace('{{queue}}', queue));
    await person.see(words.queues.resumedDone);
    await till.until(id, 'Fiscalized');
    await person.close();
  }
});
