// Finds prints and messages that are to leave for the object store, and empties their rows once
// they are there. What may leave: of registered invoices and of deposits and key operations that
// are done, in the order of the ids that the tables are walked by, which begin with the time of
// their making.

import type { Database } from '../connection/client.ts';
import { inTransaction } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';

/** What leaves for the object store. */
export const MOVED_KINDS = ['messages', 'prints', 'strips'] as const;
export type MovedKind = (typeof MOVED_KINDS)[number];

/** A row, and where a walk over the table is: `part` is what the table is divided by. */
export interface RowPosition {
  part: string;
  id: string;
}

/** A row that is to be emptied. */
export interface MovableRow extends RowPosition {
  createdAt: Date;
  bytes: Buffer;
  /** Hexadecimal; of a print as its row notes it, null of a message. */
  sha256: string | null;
}

/** A part of a walk. */
interface MovableRows {
  rows: MovableRow[];
  /** Where the walk goes on; null at its end. */
  next: RowPosition | null;
}

/** Before every row. */
export const WALK_START: RowPosition = {
  part: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
};

/** Rows that one statement looks at, and rows that it returns: a print may have a megabyte. */
const LOOKED_AT = 1_000;
const RETURNED = 16;

const isRegistered = (of: string) =>
  `exists (select from invoice i where i.id = ${of}.invoice_id and i.status = 'Fiscalized')`;
const isEnded = (table: 'cash_deposit' | 'withdrawal') =>
  `exists (select from ${table} d
     where d.id = s.cash_deposit_id and d.status in ('registered', 'refused'))`;

interface MovedTable {
  /** With its alias. */
  from: string;
  /** The column that the table is divided by. */
  part: string;
  columns: string;
  mayLeave: string;
}
const printsOf = (table: 'document' | 'strip'): MovedTable => ({
  from: `${table} d`,
  part: 'd.invoice_id',
  columns: `d.invoice_id as part, d.id, d.created_at as "createdAt", d.sha256, d.pdf as bytes`,
  mayLeave: `d.object_key is null and ${isRegistered('d')}`,
});
const TABLES: Record<MovedKind, MovedTable> = {
  messages: {
    from: 'submission s',
    part: 's.id',
    columns: `s.id as part, s.id, s.created_at as "createdAt", null as sha256,
      message_object(s.request, s.response_bytes) as bytes`,
    mayLeave: `s.object_key is null and s.outcome is not null
      and (s.kind <> 'invoice' or ${isRegistered('s')})
      and (s.kind <> 'cash_deposit' or ${isEnded('cash_deposit')} or ${isEnded('withdrawal')})`,
  },
  prints: printsOf('document'),
  strips: printsOf('strip'),
};

function walkOf(kind: MovedKind) {
  const { from, part, columns, mayLeave } = TABLES[kind];
  const id = `${from.slice(-1)}.id`;
  const isAfter = `${part} >= :part::uuid and (${part}, ${id}) > (:part::uuid, :id::uuid)`;
  const findLast = statement.maybe<RowPosition & { before: string }, RowPosition>(
    `look_for_old_${kind}`,
    `select l.part, l.id from (
       select ${part} as part, ${id} as id from ${from}
       where ${isAfter} and ${part} < :before::uuid order by ${part}, ${id} limit ${LOOKED_AT}
     ) l order by l.part desc, l.id desc limit 1`,
  );
  const find = statement.all<RowPosition & { lastPart: string; lastId: string }, MovableRow>(
    `find_old_${kind}`,
    `select ${columns} from ${from}
     where ${isAfter} and ${part} <= :lastPart::uuid
       and (${part}, ${id}) <= (:lastPart::uuid, :lastId::uuid) and ${mayLeave}
     order by ${part}, ${id} limit ${RETURNED}`,
  );
  return { findLast, find };
}
const WALKS = {
  messages: walkOf('messages'),
  prints: walkOf('prints'),
  strips: walkOf('strips'),
};

/**
 * The next rows of a walk that may leave.
 * @param olderThan rows that were made later stay.
 */
export async function findMovable(
  db: Database,
  kind: MovedKind,
  after: RowPosition,
  olderThan: Date,
): Promise<MovableRows> {
  const { findLast, find } = WALKS[kind];
  const last = await findLast(db, { ...after, before: idAt(olderThan) });
  if (last === null) return { rows: [], next: null };
  const rows = await find(db, { ...after, lastPart: last.part, lastId: last.id });
  const end = rows.length === RETURNED ? rows.at(-1) : undefined;
  return { rows, next: end ? { part: end.part, id: end.id } : last };
}

/** The least UUID of version 7 of an instant. */
function idAt(instant: Date): string {
  const time = instant.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

const emptyMessage = statement.run<RowPosition & { key: string; sha256: string }>(
  'empty_message',
  `update submission set request = null, response_bytes = null,
     object_key = :key, object_sha256 = :sha256
   where id = :part and id = :id and object_key is null`,
);
const emptyPrint = (table: 'document' | 'strip') =>
  statement.run<RowPosition & { key: string; size: number }>(
    `empty_print_of_${table}`,
    `update ${table} set pdf = null, object_key = :key, object_size = :size
     where invoice_id = :part and id = :id and object_key is null`,
  );
const EMPTY = {
  messages: emptyMessage,
  prints: emptyPrint('document'),
  strips: emptyPrint('strip'),
};

/**
 * Takes the bytes out of the row, which are in the store by now; a row that is empty already stays
 * as it is.
 * @param object what was put, which the database compares with what leaves.
 * @throws Error where it is not the same.
 */
export async function emptyRow(
  db: Database,
  kind: MovedKind,
  { part, id }: RowPosition,
  object: { key: string; sha256: string; size: number },
): Promise<void> {
  await EMPTY[kind](db, { part, id, ...object });
}

const allowIdling = statement.run<object>(
  null,
  `set local idle_in_transaction_session_timeout = '5min'`,
);
const lockMoving = statement.one<object, { isMine: boolean }>(
  'lock_moving',
  `select pg_try_advisory_xact_lock(hashtextextended('objects are moved', 0)) as "isMine"`,
);

/**
 * One process at a time moves: the lock ends with `work`, or with the process. It belongs to a
 * transaction, which a pooler keeps on one connection.
 * @returns null where another process has it.
 */
export async function withMovingLock<T>(db: Database, work: () => Promise<T>): Promise<T | null> {
  return inTransaction(db, async (transaction) => {
    await allowIdling(transaction);
    return (await lockMoving(transaction)).isMine ? work() : null;
  });
}
