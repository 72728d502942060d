// More months than a new database has, as after years: what a statement costs depends on their
// number, not on what is in them.

import type pg from 'pg';

/** Makes months after those that are there, until each table has so many parts. */
export async function addMonths(db: pg.Client, count: number): Promise<void> {
  const { rows } = await db.query<{ table: string; parts: number; ends: Date }>(
    `select table_name as table, count(*)::int as parts, max(ends) as ends
     from stored_months() group by 1`,
  );
  for (const { table, parts, ends } of rows) {
    for (let index = 0; index < count - parts; index += 1) {
      const [from, to] = [index, index + 1].map((months) => {
        const at = new Date(ends);
        at.setUTCMonth(at.getUTCMonth() + months);
        return at.toISOString();
      });
      const { rows: bounds } = await db.query<{ bounds: string }>(
        `select format('from (%L) to (%L)', first_uuid($1), first_uuid($2)) as bounds`,
        [from, to],
      );
      await db.query(
        `create table ${table}_later_${index} partition of ${table} for values ${bounds[0]?.bounds ?? ''}`,
      );
    }
  }
}
