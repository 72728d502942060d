// The read that clients poll with: what may have changed of an invoice, of many in one statement,
// and what it says only where that is not known yet.

import { parseFailure } from '@fiscal/domain';
import { LRUCache } from 'lru-cache';
import { batchStatements } from '../connection/batched-statements.ts';
import type { Database } from '../connection/client.ts';
import { parserOf, statement } from '../connection/statement.ts';
import type { WrittenRow } from '../connection/statement.ts';
import { completeRecords } from './found-records.ts';
import type { FoundRecord, RecordContent, RecordedInvoice } from './found-records.ts';
import { findInvoice, FOUND_STATE_COLUMNS, JOIN_WORK } from './stored-invoice.ts';
import type { InvoiceScope, Surroundings } from './stored-invoice.ts';

/** Reads records again and again. */
export type RecordReader = ReturnType<typeof createRecordReader>;

/** Of the invoices that were read last, about 1 kB a line with what is written from it. */
const LINES = 10_000;

interface Remembered {
  content: RecordContent;
  last?: { state: string; found: FoundRecord };
}

interface Key extends InvoiceScope {
  id: string;
}

/** Remembers contents by id, about 1 kB a line of 10 000 lines; one a process. */
export function createRecordReader(db: Database) {
  const remembered = new LRUCache<string, Remembered>({
    maxSize: LINES,
    sizeCalculation: ({ content }) => 2 + content.request.items.length,
  });
  const readState = batchStatements((keys: readonly Key[]) => readStates(db, keys));
  return {
    /**
     * The record of an invoice of the caller as it is now; null if there is none. While nothing of
     * it changes, the same object.
     */
    async find(scope: InvoiceScope, id: string): Promise<FoundRecord | null> {
      const known = remembered.get(id);
      if (known === undefined) {
        const found = await findInvoice(db, scope, id);
        if (found === null) return null;
        remembered.set(id, { content: contentOf(found.invoice) });
        return recordOf(db, found);
      }
      const row = await readState({ ...scope, id });
      return row === null ? null : foundOf(db, id, known, row);
    },
    /** Keeps what a caller has just stored, because it is read next. */
    remember(id: string, content: RecordContent): void {
      remembered.set(id, { content: contentOf(content) });
    },
    /** As a process that has just started. */
    clear(): void {
      remembered.clear();
    },
  };
}

// A subselect with a limit is looked up once a key, whatever the plan was made for; the scope in
// words that no index matches (IN_SCOPE). The keys are JSON, of which PostgreSQL never counts the
// rows: with arrays it plans anew for each call, because one row looks cheaper than ten, and that
// takes three times as long as the reading.
const findStates = statement.written<{ keys: string }>(
  'find_record_states',
  `select key.at, state.*
   from json_to_recordset(:keys) as key (at int4, id uuid, "companyId" uuid, environment environment)
   cross join lateral (
     select ${FOUND_STATE_COLUMNS}
     from invoice i ${JOIN_WORK}
     where i.id = key.id and i.company_id is not distinct from key."companyId"
       and i.environment is not distinct from key.environment
     limit 1
   ) as state`,
);

type StateRow = Omit<RecordedInvoice, 'id' | keyof RecordContent> & Surroundings;

async function readStates(
  db: Database,
  keys: readonly Key[],
): Promise<readonly (WrittenRow | null)[]> {
  const rows = await findStates(db, {
    keys: JSON.stringify(
      keys.map(({ id, companyId, environment }, at) => ({ at, id, companyId, environment })),
    ),
  });
  const states = keys.map((): WrittenRow | null => null);
  for (const { fields, texts } of rows) {
    const [at, ...state] = texts;
    states[Number(at)] = { fields: fields.slice(1), texts: state };
  }
  return states;
}

async function foundOf(
  db: Database,
  id: string,
  known: Remembered,
  written: WrittenRow,
): Promise<FoundRecord> {
  const text = written.texts.join('\0');
  if (known.last?.state === text) return known.last.found;
  const { correctives, relatives, ...state } = readRow(written);
  const failure = parseFailure(state.failure);
  const invoice = { ...known.content, ...state, failure, id };
  const found = await recordOf(db, { invoice, correctives, relatives });
  known.last = { state: text, found };
  return found;
}

async function recordOf(
  db: Database,
  found: Surroundings & { invoice: RecordedInvoice },
): Promise<FoundRecord> {
  const [record] = await completeRecords(db, [found]);
  if (record === undefined) throw new Error('the invoice has no record');
  return record;
}

function readRow({ fields, texts }: WrittenRow): StateRow {
  const values = fields.map(({ name, dataTypeID }, index) => {
    const text = texts[index];
    return [name, typeof text === 'string' ? parserOf(dataTypeID)(text) : null];
  });
  return Object.fromEntries(values) as StateRow;
}

function contentOf({ request, computed, warnings, seller }: RecordContent): RecordContent {
  return { request, computed, warnings, seller };
}
