// The documents of a day as files: messages, replies and prints byte for byte, and a table of them.

import { readArchivedDeposits, readArchivedInvoices } from '@fiscal/db/archive';
import type {
  ArchivedDeposit,
  ArchivedInvoice,
  ArchivedMessage,
  ArchiveReader,
} from '@fiscal/db/archive';
import type { Environment } from '@fiscal/domain';
import type { Manifest } from './manifest.ts';

const COLUMNS = [
  'folder',
  'kind',
  'status',
  'number',
  'issued',
  'total in EUR',
  'FIC or FCDC',
  'corrects',
  'issued offline',
  'print',
];

/** @returns how many documents there are. */
export async function writeDocuments(
  reader: ArchiveReader,
  scope: { companyId: string; environment: Environment },
  day: string,
  manifest: Manifest,
): Promise<number> {
  const rows: string[][] = [];
  for await (const invoice of readArchivedInvoices(reader, scope, day)) {
    const folder = `invoices/${invoice.iic}`;
    await writeMessages(manifest, folder, invoice.messages);
    for (const print of invoice.prints) {
      await manifest.add(`${folder}/${nameOf(print)}`, print.pdf);
    }
    rows.push(rowOfInvoice(folder, invoice));
  }
  for (const deposit of await readArchivedDeposits(reader, scope, day)) {
    const folder = `deposits/${deposit.id}`;
    await writeMessages(manifest, folder, deposit.messages);
    rows.push(rowOfDeposit(folder, deposit));
  }
  const table = [COLUMNS, ...rows].map((cells) => `${cells.join('\t')}\n`).join('');
  await manifest.add('documents.tsv', table);
  return rows.length;
}

/** The print of an invoice that was handed out offline stays beside the one with its FIC. */
function nameOf({ fic, paper }: ArchivedInvoice['prints'][number]): string {
  return `${fic === null ? 'offline' : 'invoice'}${paper === 'a4' ? '' : `-${paper}`}.pdf`;
}

function rowOfInvoice(folder: string, invoice: ArchivedInvoice): string[] {
  const prints = invoice.prints.map(nameOf).join(', ');
  const { documentType, status, invoiceNumber, issueDateTime, total, fic, originalIic } = invoice;
  return [
    folder,
    documentType,
    status,
    invoiceNumber,
    issueDateTime,
    total,
    fic ?? '',
    originalIic ?? '',
    invoice.wasOffline ? 'yes' : '',
    prints || 'not printed',
  ];
}

function rowOfDeposit(folder: string, deposit: ArchivedDeposit): string[] {
  const { kind, status, tcrCode, changeDateTime, cashAmount, fcdc } = deposit;
  const known = [tcrCode, changeDateTime ?? '', cashAmount ?? '', fcdc ?? ''];
  return [folder, kind, status, ...known, '', '', ''];
}

/** Numbered in the order in which they were sent. */
async function writeMessages(
  manifest: Manifest,
  folder: string,
  messages: readonly ArchivedMessage[],
): Promise<void> {
  for (const [index, { request, response, outcome }] of messages.entries()) {
    const name = `${folder}/${String(index + 1).padStart(3, '0')}`;
    await manifest.add(`${name}-request.xml`, request);
    if (response !== null)
      await manifest.add(`${name}-${REPLIES[outcome ?? 'unanswered']}`, response);
  }
}

/** Only what registers a document is signed by the authority; all else may be any bytes. */
const REPLIES = {
  registered: 'reply.xml',
  refused: 'refusal.xml',
  unanswered: 'unbelieved.bin',
};
