// day.txt: what a sealed folder is, in lines of `name: value` that a person reads and verify.sh
// reads.

import type { ArchivedCompany, ArchiveSeal, DaySummary } from '@fiscal/db/archive';
import type { Environment } from '@fiscal/domain';

/** What a header says, but for the digest of its own manifest, which is made of it. */
export interface DayHeader extends Omit<ArchiveSeal, 'manifestSha256'>, DaySummary {
  company: ArchivedCompany;
  environment: Environment;
  /** Of the manifest with the number before; null for the first one. */
  previousSha256: string | null;
  sealedAt: Date;
  /** Of the key that signs. */
  keyFingerprint: string;
  /** Of verify.sh beside the folders. */
  verifierSha256: string;
}

export function writeHeader(header: DayHeader): string {
  const { company, registers } = header;
  const lines = [
    'format: 1',
    `company: ${company.id}`,
    `tin: ${company.tin}`,
    // A name may have any sign in it, a line break too.
    `name: ${JSON.stringify(company.name)}`,
    `environment: ${header.environment}`,
    `day: ${header.day}`,
    `number: ${header.number}`,
    `previous: ${header.previousSha256 ?? 'none'}`,
    `sealed: ${header.sealedAt.toISOString()}`,
    `documents: ${header.documents}`,
    `open: ${header.open}`,
    `complete: ${header.isComplete ? 'yes' : 'no'}`,
    `key: ${header.keyFingerprint}`,
    `verifier: ${header.verifierSha256}`,
    ...registers.map(
      ({ tcrCode, firstOrdinal, lastOrdinal, invoices, total }) =>
        `register: ${tcrCode} numbers ${firstOrdinal} to ${lastOrdinal}, ${invoices} invoices, ${total} EUR`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** The values of a header by name, as far as they are needed again. */
export function readHeader(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => /^(\w+): (.*)$/.exec(line));
  return Object.fromEntries(
    lines.flatMap((found) => (found ? [[found[1] ?? '', found[2] ?? '']] : [])),
  );
}
