// What a table in a file consists of: CSV and Excel are written from the same columns.

import type { Words } from '@fiscal/domain';

/** In which a file is written. */
export type Language = keyof Words;

export interface Column<Row> {
  header: string;
  /** In characters. */
  width: number;
  /**
   * An exact decimal; a whole number; a time as clocks in Podgorica show it, `2026-11-21T10:00:00`.
   */
  kind: 'text' | 'amount' | 'count' | 'time';
  valueOf: (row: Row) => string | null;
}
