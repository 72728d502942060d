// The lane of notices by mail. It needs PostgreSQL and the mail server: no key, no browser, no way
// to the authority.

import { claimNotice, countNotices, finishNotice, postponeNotice } from '@fiscal/db/notice';
import type { ClaimedNotice } from '@fiscal/db/notice';
import { causeOf, reasonOf } from '@fiscal/runtime/mail';
import { noticeMail } from '../notices/notice-mail.ts';
import type { NoticeContext } from '../notices/open-notices.ts';
import type { RunNext } from './lane.ts';

/** Mails at the same time. */
export const NOTICE_SLOTS = 2;
/** Longer than a server may keep one mail waiting at every step. */
const LEASE_MS = 120_000;
/** How long nothing is sent after the server was away, and the mail with which that was seen. */
const REST_MS = 30_000;
/** How long until a mail that its server does not take now is tried again, at first and at most. */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [60_000, 60 * 60_000];

export function createNoticeNext(context: NoticeContext): RunNext {
  const { db } = context;
  let restsUntil = 0;
  return async (begun) => {
    if (performance.now() < restsUntil) return false;
    await countNotices(db);
    const notice = await claimNotice(db, { leaseMs: LEASE_MS });
    if (notice === null) return false;
    begun();
    if ((await send(context, notice)) === 'server') restsUntil = performance.now() + REST_MS;
    return true;
  };
}

/** @returns what it failed by; null where it was sent. */
async function send(context: NoticeContext, notice: ClaimedNotice) {
  const { db, events, logger, mailer, origin, random } = context;
  const { mail, kind, userId, attempts } = notice;
  // Nothing is new, and what seemed to be over goes on.
  const saysNothing = mail.count === 0 && mail.open > 0;
  try {
    if (!saysNothing) await mailer.send(noticeMail(notice, origin));
  } catch (error) {
    const cause = causeOf(error);
    events.emit('mailed', cause === 'mail' ? 'refused' : 'failed');
    logger.warn({ kind, userId, reason: reasonOf(error), cause }, 'a notice was not sent');
    if (cause === 'mail') await finishNotice(db, notice);
    else {
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
      const nextAttemptMs = cause === 'server' ? REST_MS : waitMs * (0.75 + random() / 2);
      await postponeNotice(db, { ...notice, nextAttemptMs });
    }
    return cause;
  }
  await finishNotice(db, notice);
  if (!saysNothing) events.emit('mailed', 'sent');
  return null;
}
