// Messages that the authority has not replied to, with no reply after them, as
// workers share them: a circuit opens on what all of them have seen. There are rows while a silence
// may become one; the worker that gets a reply deletes those from before it.

import type { Environment } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';

/** A message without a reply, as one worker has seen it. */
export interface SharedSilence {
  id: string;
  companyId: string;
  sentForMs: number;
  /** Since the row was written: every living worker has seen it after a while. */
  storedForMs: number;
  /** No company got a reply at the time when it was sent. */
  isAcross: boolean;
}

/** What no message has followed is no evidence for ever. */
export const IS_OUTDATED = `stored_at < now() - interval '15 minutes'`;

const announce = statement.all<
  { environment: Environment; companyIds: string[]; ages: number[]; areAcross: boolean[] },
  { id: string }
>(
  'announce_silences',
  `with outdated as (delete from authority_silence where ${IS_OUTDATED})
   insert into authority_silence (environment, company_id, sent_at, stored_at, is_across)
   select :environment::environment, company_id, now() - sent_for_ms * interval '1 millisecond', now(), is_across
   from unnest(:companyIds::text[], :ages::float8[], :areAcross::boolean[]) as silences (company_id, sent_for_ms, is_across)
   returning id`,
);

/** @returns their ids. */
export async function announceSilences(
  db: Database,
  environment: Environment,
  silences: readonly Omit<SharedSilence, 'id' | 'storedForMs'>[],
): Promise<string[]> {
  const rows = await announce(db, {
    environment,
    companyIds: silences.map(({ companyId }) => companyId),
    ages: silences.map(({ sentForMs }) => sentForMs),
    areAcross: silences.map(({ isAcross }) => isAcross),
  });
  return rows.map(({ id }) => id);
}

/** All of the environment that are not outdated. */
export const readSilences = statement.all<{ environment: Environment }, SharedSilence>(
  'read_silences',
  `select id, company_id as "companyId", is_across as "isAcross",
     extract(epoch from now() - sent_at)::float8 * 1000 as "sentForMs",
     extract(epoch from now() - stored_at)::float8 * 1000 as "storedForMs"
   from authority_silence where environment = :environment::environment and not ${IS_OUTDATED}`,
);

/** Deletes them: their company got a reply since. */
export const deleteSilences = statement.run<{ ids: readonly string[] }>(
  'delete_silences',
  `with held as (
     select id from authority_silence where id = any(:ids::bigint[]) order by id for update
   )
   delete from authority_silence s using held where s.id = held.id`,
);

/** Another company got a reply: they say nothing of the authority. */
export const keepToCompany = statement.run<{ ids: readonly string[] }>(
  'keep_silences_to_company',
  `with held as (
     select id from authority_silence where id = any(:ids::bigint[]) order by id for update
   )
   update authority_silence s set is_across = false from held where s.id = held.id`,
);
