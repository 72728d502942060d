import type { Environment } from '@fiscal/domain';
import { run } from './client.ts';
import type { Database } from './client.ts';

const MAKE_DUE = {
  name: 'make_deliveries_due',
  text: `
    with invoices as (
      update work set scheduled_at = now()
      where kind = 'deliver' and environment = $1 and scheduled_at > now()
        and scheduled_at < 'infinity' and leased_until is null
      returning subject_id
    ), deposits as (
      update cash_deposit d set next_attempt_at = now()
      from cash_register r
      where r.id = d.cash_register_id and r.environment = $1 and d.status = 'offline'
        and d.next_attempt_at > now() and d.leased_until is null
    )
    select count(*)::int as count from invoices`,
};

/** Makes every delivery due that waits for its next attempt. @returns how many invoices. */
export async function makeDeliveriesDue(db: Database, environment: Environment): Promise<number> {
  const [row] = await run<{ count: number }>(db.pool, MAKE_DUE, [environment]);
  return row?.count ?? 0;
}
