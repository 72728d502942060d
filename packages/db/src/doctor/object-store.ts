// A process that reads prints and messages knows the store that some of them have left for.

import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import type { Finding } from './finding.ts';

/** What is the oldest has left first. */
const OLDEST = 1_000;

const leftOf = statement.all<object, { key: string }>(
  'examine_left_objects',
  `select d.object_key as key from (
     select object_key from submission order by id limit ${OLDEST}) d where d.object_key is not null
   union all
   select d.object_key from (
     select object_key from document order by invoice_id limit ${OLDEST}) d where d.object_key is not null
   union all
   select d.object_key from (
     select object_key from strip order by invoice_id limit ${OLDEST}) d where d.object_key is not null
   limit 1`,
);

/** For a process without OBJECT_STORE. */
export async function examineUnsetStore(db: Database): Promise<Finding | null> {
  const left = await leftOf(db);
  if (left.length === 0) return null;
  const sentence =
    'OBJECT_STORE is not set, and old prints and messages have left PostgreSQL for an object store: ' +
    'give this process the OBJECT_STORE that the worker has.';
  return { code: 'OBJECT_STORE_UNSET', sentence };
}
