// Detaches a month from its three tables, which takes a second however large it is, and leaves its
// parts as tables of their own for the owner. Nothing is deleted, and it can be attached again.

import { addAuditRow } from '../audit/audit-row.ts';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';
import { readMonthUse } from './month-list.ts';
import type { MonthUse, StoredMonth } from './month-list.ts';

/**
 * @param mayGo throws where the month has to stay.
 * @param immovables where invoices about immovables are kept, or that there are none; for the
 * audit.
 * @throws what mayGo throws, then nothing was done; DatabaseError: called again, it goes on with
 * what is left.
 */
export async function detachMonth(
  db: Database,
  actor: string,
  month: StoredMonth,
  { immovables, mayGo }: { immovables: string | null; mayGo: (use: MonthUse) => void },
): Promise<void> {
  mayGo(await inSession(db, (session) => readMonthUse(session, month)));
  const row = { actor, companyId: null, entityId: null };
  const after = { month: month.name, parts: month.parts.map(({ part }) => part), immovables };
  // What was said of immovables stands also where the process ends before the last part has left.
  await addAuditRow(db.prisma, { ...row, action: 'month.detach-begun', after });
  await inSession(db, async (session) => {
    for (const part of month.parts) await detach(session, part);
  });
  await addAuditRow(db.prisma, { ...row, action: 'month.detached', after });
}

async function inSession<T>(
  { pool }: Database,
  work: (session: Connected) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    // It waits for the transactions that may still read the month, and blocks none.
    await statement.run<object>(null, 'set statement_timeout = 0')({ pool: client });
    return await work({ pool: client });
  } finally {
    client.release(true);
  }
}

/**
 * One that was interrupted is detached for new statements already, and has to be brought to its
 * end.
 */
async function detach(
  session: Connected,
  { table, part, isPending }: StoredMonth['parts'][number],
): Promise<void> {
  const how = isPending ? 'finalize' : 'concurrently';
  const text = `alter table ${table} detach partition ${part} ${how}`;
  await statement.run<object>(null, text)(session);
}
