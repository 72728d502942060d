// Notices that the database was restored or replaced: cash registers sell nothing then until their
// last numbers are confirmed. The number itself is refused by PostgreSQL, whether this runs or not.

import { noteRollback, readIncarnation, recordIncarnation } from '@fiscal/db/number';
import { repeat } from '../repeat.ts';
import type { WorkContext } from '../work/work.ts';

const EVERY_MS = 5_000;

/** Logs it once over all workers, until it is closed. */
export function watchIncarnation({ db, logger, lastSeen }: WorkContext) {
  const look = async () => {
    const { place, isRolledBack } = await readIncarnation(db, lastSeen);
    if (isRolledBack) await noteRollback(db, { actor: 'worker', place });
    const moved = await recordIncarnation(db, { actor: 'worker' });
    if (moved === null) return;
    logger.error(
      moved,
      'the database was restored or replaced: no cash register sells until its last number is ' +
        'confirmed, in the admin panel or with the command recover',
    );
  };
  return repeat(EVERY_MS, look, (err) =>
    logger.warn({ err }, 'the incarnation of the database could not be read; it will be'),
  );
}
