// Notices by mail to people of a company. A trigger raises a cause with its event; a worker counts
// causes into the mails of the people who chose their kind, and sends one at a time under a lease:
// at most one an hour of each kind, and one when it is over. docs/adr/0030-notices-by-mail.md.

import { URGENT_AFTER_HOURS } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import { addPersonAudit } from '../audit/audit-row.ts';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { SUSPENDED } from '../number/number-confirmation.ts';
import { IS_FREE } from '../work/work.ts';

/** What people are told of. */
export const NOTICE_KINDS = ['deadline', 'failed', 'certificate', 'held', 'authority'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The kinds that the person `u` gets: as chosen, else an owner all and others none. */
const CHOSEN = `coalesce(u.notices, case when u.role = 'company_admin'
  then '${JSON.stringify(NOTICE_KINDS)}'::jsonb else '[]'::jsonb end)`;

/** Somebody who has signed in: only then the address is known to be theirs. */
const GETS = (kind: string) => `
  u.disabled_at is null and u.last_sign_in_at is not null and ${CHOSEN} ? (${kind})::text`;

/** How much of the kind of `m` there is now in the company of `u`; 0: it is over. */
const OPEN = `case m.kind
  when 'failed' then (select count(*) from invoice i where i.company_id = u.company_id
    and i.environment = m.environment and i.status = 'Failed' and i.dismissed_at is null)
  when 'deadline' then (select count(*) from invoice i where i.company_id = u.company_id
    and i.environment = m.environment and i.status = 'Offline'
    and i.alarm_hours >= ${URGENT_AFTER_HOURS}) + (
    select count(*) from withdrawal d where d.company_id = u.company_id
    and d.environment = m.environment and d.status in ('pending', 'offline')
    and d.deliver_before > now() and d.alarm_hours >= ${URGENT_AFTER_HOURS})
  when 'certificate' then (select count(*) from certificate k where k.company_id = u.company_id
    and k.environment = m.environment and k.is_active and k.warned_days is not null)
  when 'held' then (select count(*) from (${SUSPENDED}) s
    where s.company_id = u.company_id and s.environment = m.environment)
  -- Workers that end and start leave a circuit unseen for less.
  else (select count(*) from authority_circuit a where a.environment = m.environment
    and a.scope in ('authority', u.company_id::text) and a.seen_at > now() - interval '10 minutes')
  end`;

/**
 * A worker with a mail server begins. Where none was here for a day, what was raised before is not
 * mailed: sending has been turned on.
 */
export const beginSendingNotices = statement.run<object>(
  'begin_sending_notices',
  `with begun as (
     insert into notice_sender as s (seen_at) values (now())
     on conflict (id) do update set seen_at = now() where s.seen_at < now() - interval '1 day'
     returning 1
   ), causes as (delete from notice where exists (select from begun))
   delete from notice_mail where exists (select from begun)`,
);

/**
 * Once a minute, by workers that send: such a worker is here; mails that are no longer wanted, and
 * those that could not be sent for seven days, are dropped; and what may be over is looked at in
 * two minutes, because what failed is Pending meanwhile where it is tried again.
 */
export const keepNotices = statement.run<object>(
  'keep_notices',
  `with seen as (update notice_sender set seen_at = now()), dropped as (
     delete from notice_mail m using app_user u
     where u.id = m.user_id and ${IS_FREE} and (
       not (${GETS('m.kind')}) or (m.mail ->> 'at')::timestamptz < now() - interval '7 days')
   ), over as (
     select m.user_id, m.environment, m.kind from notice_mail m join app_user u on u.id = m.user_id
     where m.is_open and m.mail is null
       and (m.scheduled_at is null or m.scheduled_at > now() + interval '2 minutes') and ${OPEN} = 0
     for update of m skip locked
   )
   update notice_mail m set scheduled_at = now() + interval '2 minutes'
   from over where (m.user_id, m.environment, m.kind) = (over.user_id, over.environment, over.kind)`,
);

/** Causes that were counted into no mail within seven days: there is no mail server. */
export const dropOldNotices = statement.run<object>(
  'drop_old_notices',
  `delete from notice where at < now() - interval '7 days'`,
);

/**
 * Counts causes into the mails of those who get them, of the environment that their company is in.
 * A first mail is due at once, the next one an hour after it.
 * @returns how many mails are concerned.
 */
export const countNotices = statement.run<object>(
  'count_notices',
  `with taken as (
     delete from notice where id in (
       select id from notice order by id limit 5000 for update skip locked)
     returning company_id, environment, kind
   ), counted as (
     select company_id, environment, kind, count(*) as causes from taken group by 1, 2, 3
   )
   insert into notice_mail as m (user_id, environment, kind, waiting, scheduled_at)
   select u.id, t.environment, t.kind, sum(t.causes), now()
   from counted t join company c on (t.company_id is null or c.id = t.company_id)
     and c.environment = t.environment
   join app_user u on u.company_id = c.id and ${GETS('t.kind')}
   group by u.id, t.environment, t.kind order by u.id, t.environment, t.kind
   on conflict (user_id, environment, kind) do update
   set waiting = m.waiting + excluded.waiting,
       scheduled_at = case when m.mail is not null then m.scheduled_at else
         least(m.scheduled_at, greatest(now(), m.mailed_at + interval '1 hour')) end`,
);

/** A mail in hand. Every attempt at it says the same. */
export interface ClaimedNotice {
  userId: string;
  environment: Environment;
  kind: NoticeKind;
  token: string;
  attempts: number;
  email: string;
  companyId: string;
  companyName: string;
  mail: {
    /** UUID: the mail's identity over all attempts. */
    id: string;
    /** Causes since the last mail; 0 where it only says that it is over. */
    count: number;
    /** How much there was when it was first taken; 0: it is over. */
    open: number;
    /** ISO 8601: when that was. */
    at: string;
  };
}

/**
 * Takes the mail that has been due for the longest; what it says is stored before it is sent.
 * @returns null where none is due.
 */
export const claimNotice = statement.maybe<{ leaseMs: number }, ClaimedNotice>(
  'claim_notice',
  `with due as (
     select m.user_id, m.environment, m.kind, ${OPEN}::int as open, u.email,
            c.id as company_id, c.name
     from notice_mail m join app_user u on u.id = m.user_id join company c on c.id = u.company_id
     where m.scheduled_at <= now() and ${IS_FREE} and ${GETS('m.kind')}
     order by m.scheduled_at limit 1 for update of m skip locked
   )
   update notice_mail m
   set token = gen_random_uuid(), leased_until = now() + :leaseMs * interval '1 millisecond',
       attempts = m.attempts + 1, waiting = case when m.mail is null then 0 else m.waiting end,
       mail = coalesce(m.mail, jsonb_build_object('id', gen_random_uuid(), 'count', m.waiting,
         'open', due.open, 'at', now()))
   from due where (m.user_id, m.environment, m.kind) = (due.user_id, due.environment, due.kind)
   returning m.user_id as "userId", m.environment, m.kind, m.token, m.attempts, m.mail, due.email,
     due.company_id as "companyId", due.name as "companyName"`,
);

/** Of whom, and by which claim. */
type HeldNotice = Pick<ClaimedNotice, 'userId' | 'environment' | 'kind' | 'token'>;
const HELD = `user_id = :userId::uuid and environment = :environment::environment
  and kind = :kind::notice_kind and token = :token::uuid`;

/** The mail is sent, or never will be: causes since wait for an hour after the last with any. */
export const finishNotice = statement.run<HeldNotice>(
  'finish_notice',
  `update notice_mail m
   set mail = null, token = null, leased_until = null, attempts = 0,
       is_open = (mail ->> 'open')::int > 0, mailed_at = last.at,
       scheduled_at = case when waiting > 0 then greatest(now(), last.at + interval '1 hour') end
   from (select case when (mail ->> 'count')::int > 0 then now() else mailed_at end as at
         from notice_mail where ${HELD}) last
   where ${HELD}`,
);

/** It could not be sent, and is due again. */
export const postponeNotice = statement.run<HeldNotice & { nextAttemptMs: number }>(
  'postpone_notice',
  `update notice_mail set token = null, leased_until = null,
     scheduled_at = now() + :nextAttemptMs * interval '1 millisecond' where ${HELD}`,
);

/** How long the oldest cause or mail has waited beyond its time, in seconds; 0 without a sender. */
export const readNoticeDelay = statement.one<object, { seconds: number }>(
  'read_notice_delay',
  `select coalesce(extract(epoch from now() - min(at)), 0)::float8 as seconds from (
     select at from notice union all
     select least(scheduled_at, (mail ->> 'at')::timestamptz) from notice_mail
     where scheduled_at <= now() or mail is not null
   ) waiting where exists (
     select from notice_sender where seen_at > now() - interval '1 day')`,
);

/** What a person sees of their notices. */
export interface OwnNotices {
  chosen: NoticeKind[];
  /** A worker sends. */
  isMailed: boolean;
  /** Causes of their company within seven days that no mail has named, by kind. */
  unsent: Partial<Record<NoticeKind, number>>;
}

/** Null where there is no such person in a company. */
export const readOwnNotices = statement.maybe<{ userId: string }, OwnNotices>(
  'read_own_notices',
  `select ${CHOSEN} as chosen,
     exists (select from notice_sender where seen_at > now() - interval '5 minutes') as "isMailed",
     coalesce((select jsonb_object_agg(kind, causes) from (
       select kind, count(*)::int as causes from notice n
       where coalesce(n.company_id, c.id) = c.id and n.environment = c.environment group by kind
     ) counted), '{}') as unsent
   from app_user u join company c on c.id = u.company_id where u.id = :userId::uuid`,
);

const choose = statement.run<{ userId: string; kinds: string }>(
  'choose_notices',
  'update app_user set notices = :kinds::jsonb where id = :userId::uuid',
);

/** Only those are mailed to the person from now on. */
export async function chooseNotices(
  db: Database,
  userId: string,
  kinds: readonly NoticeKind[],
): Promise<void> {
  await db.prisma.$transaction(async (tx) => {
    const before = await readOwnNotices(tx, { userId });
    await choose(tx, { userId, kinds: JSON.stringify(kinds) });
    await addPersonAudit(tx, userId, {
      action: 'user.notices-chosen',
      before: { notices: before?.chosen ?? null },
      after: { notices: kinds },
    });
  });
}
