// The seals of a company's archive: the manifests that were signed and written. They show what a
// chain cannot: that its newest links are missing.

import type { InvoiceScope } from '../invoice/stored-invoice.ts';
import { statement } from '../connection/statement.ts';

/** A manifest of a day. */
export interface ArchiveSeal {
  /** From 1, without a gap. */
  number: number;
  /** Calendar day in Podgorica, `YYYY-MM-DD`. */
  day: string;
  /** Hexadecimal. */
  manifestSha256: string;
  /** Everything that was issued on the day was registered. */
  isComplete: boolean;
  /** Invoices and cash deposits. */
  documents: number;
}

/** All of them, the first one first. */
export const listSeals = statement.all<InvoiceScope, ArchiveSeal>(
  'list_archive_seals',
  `select number, day::text, manifest_sha256 as "manifestSha256", is_complete as "isComplete", documents
   from archive_seal where company_id = :companyId and environment = :environment order by number`,
);

export const addSeal = statement.run<InvoiceScope & ArchiveSeal>(
  'add_archive_seal',
  `insert into archive_seal
     (company_id, environment, number, day, manifest_sha256, is_complete, documents)
   values (:companyId, :environment, :number, :day::date, :manifestSha256, :isComplete, :documents)`,
);
