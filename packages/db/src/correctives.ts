// What is looked up for a corrective beside its original.

import type { AcceptedInvoice } from '@fiscal/domain';
import { run } from './client.ts';
import type { Database } from './client.ts';

const FIND_CORRECTIVES_IN_FORCE = {
  name: 'find_correctives_in_force',
  text: `
    select request->'items' as items, computed from invoice
    where original_id = $1 and status in ('Pending', 'Offline', 'Fiscalized')
    order by created_at, id`,
};

/**
 * What an original's correctives take back, oldest first. Drafts do not count, because they may stay
 * drafts for ever, and Failed ones do not, because others take their place.
 */
export async function findCorrectivesInForce(
  db: Database,
  originalId: string,
): Promise<AcceptedInvoice[]> {
  return run<AcceptedInvoice>(db.pool, FIND_CORRECTIVES_IN_FORCE, [originalId]);
}
