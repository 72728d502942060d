// Prints whose process is killed under them, and names that are programs for the browser that prints.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { textOfPdf } from '@fiscal/testbed/pdf-reader';
import { eventually } from '@fiscal/testbed';
import { childrenOf, sendSignal } from '../../faults/nemesis.ts';
import { BUYER, cashInvoice, nonCashInvoice } from '../../running-service.ts';
import type { Body } from '../../running-service.ts';
import type { Attack, Target } from '../target.ts';

const KILLS = 3;
const PRINTS = 8;

/** The worker's print process of the moment; none where there is no /proc, or between two of them. */
function printProcess({ service }: Target): number | undefined {
  const worker = service.stack.processes.get('worker')?.pid ?? 0;
  return childrenOf(worker).find((pid) => commandOf(pid).includes('print-process'));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8');
  } catch {
    // It has ended since it was listed.
    return '';
  }
}

/** The PDF, once it is there. */
async function pdfOf({ attacker }: Target, id: string): Promise<Buffer> {
  const { body } = await eventually(
    () => attacker.test.get(`/api/invoices/${id}/pdf`).buffer(true),
    ({ status }) => status === 200,
  );
  return body as Buffer;
}

async function killAgainAndAgain(target: Target): Promise<string> {
  if (process.platform !== 'linux') return 'not tried: processes are found under /proc';
  const { attacker } = target;
  const sales = await Promise.all(
    Array.from({ length: PRINTS }, () => attacker.test.createAndPrint(cashInvoice())),
  );
  const ids = sales.map(({ body }) => String((body as Body).id));
  const printed = Promise.all(ids.map((id) => pdfOf(target, id)));
  const killed = new Set<number>();
  while (killed.size < KILLS) {
    const pid = await eventually(
      () => printProcess(target),
      (found) => found !== undefined && !killed.has(found),
    );
    if (pid !== undefined && sendSignal(pid, 'SIGKILL')) killed.add(pid);
  }
  // Those that were in hand twice have failed, and are put off.
  const isPutOff = `kind = 'print' and leased_until is null and scheduled_at > now()`;
  await target.service.query(`update work set scheduled_at = now() where ${isPutOff}`);
  const pdfs = await printed;
  // One more, by a process that nobody kills.
  const { body } = await attacker.test.createAndPrint(cashInvoice());
  pdfs.push(await pdfOf(target, String((body as Body).id)));
  const broken = pdfs.filter((pdf) => !pdf.subarray(0, 5).equals(Buffer.from('%PDF-')));
  if (broken.length > 0) throw new Error(`${String(broken.length)} prints are no PDF`);
  return `killed ${String(killed.size)} times, printed ${String(pdfs.length)} of ${String(PRINTS + 1)}`;
}

const FILE = 'file:///etc/passwd';
const FIRST_LINE = 'root:x:0:0';
const METADATA = 'http://169.254.169.254';

/** Each asks the browser for something, and is short enough for every field. @param url on loopback. */
const programs = (url: string): [name: string, text: string][] => [
  ['an image', `<img src=${url}a>`],
  ['a frame with a file', `<iframe src=${FILE}></iframe>`],
  ['an SVG', `<svg><image href=${METADATA} /></svg>`],
  ['a style sheet', `</style><style>@import'${url}'`],
  ['an import in CSS', `";}@import url(${url}); a{b:"`],
  ['a script', `<script>fetch("${url}")</script>`],
];

/** A process remembers the company of a key for a moment; an invoice keeps it as it was accepted. */
async function untilSoldAs(
  { attacker, service }: Target,
  change: Record<string, string>,
): Promise<void> {
  const accept = async () => {
    const { body } = await attacker.test.draft(nonCashInvoice());
    const [row] = await service.query('select seller from invoice_content where invoice_id = $1', [
      String((body as Body).id),
    ]);
    return (row as { seller: Record<string, unknown> }).seller;
  };
  const names = Object.keys(change);
  await eventually(accept, (seller) => names.every((name) => seller[name] === change[name]));
}

/** The company as it was, afterwards. */
async function withProfile<T>(
  target: Target,
  change: Record<string, string>,
  run: () => Promise<T>,
): Promise<T> {
  const { panel, attacker } = target;
  const path = `/companies/${attacker.companyId}`;
  const { body: before } = await panel.get(path);
  const changed = await panel.patch(path, change);
  if (changed.status !== 200) throw new Error(changed.text);
  try {
    await untilSoldAs(target, change);
    return await run();
  } finally {
    const known = Object.keys(change).map((name) => [name, (before as Body)[name] as unknown]);
    await panel.patch(path, Object.fromEntries(known));
  }
}

/** Prints an invoice in which each field is the text and a letter; throws unless all are there. */
async function printWith(target: Target, text: string): Promise<void> {
  const { attacker } = target;
  const words: string[] = [];
  const word = () => {
    words.push(`${text}${'abcdefghijkl'.charAt(words.length)}`);
    return words.at(-1)!;
  };
  const profile = { name: word(), address: word(), town: word(), bankAccount: word() };
  const invoice = nonCashInvoice({
    items: [
      {
        ...{ name: word(), code: word(), unit: word() },
        quantity: 1,
        unitPrice: 1,
        vat: { rate: 21 },
      },
    ],
    buyer: { ...BUYER, name: word(), address: word(), city: word() },
    note: word(),
    operatorName: word(),
  });
  const pdf = await withProfile(target, profile, async () => {
    const sold = await attacker.test.fiscalized(invoice);
    return pdfOf(target, String(sold.id));
  });
  const printed = solid(await textOfPdf(pdf));
  if (printed.includes(FIRST_LINE)) throw new Error(`${FILE} is printed`);
  const missing = words.filter((each) => !printed.includes(solid(each)));
  if (missing.length > 0) throw new Error(`not printed as written: ${missing.join(', ')}`);
}

const solid = (text: string) => text.replaceAll(/\s/g, '');

async function printPrograms(target: Target): Promise<string> {
  let calls = 0;
  const server = createServer((_request, response) => response.end());
  server.on('connection', () => (calls += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const tried = programs(`http://127.0.0.1:${String(port)}/`);
    for (const [, text] of tried) await printWith(target, text);
    if (calls > 0) throw new Error(`${String(calls)} connections to loopback`);
    return `printed as text: ${tried.map(([name]) => name).join(', ')}; nothing was fetched`;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

export const printing: readonly Attack[] = [
  { name: `${String(PRINTS)} prints whose process is killed`, run: killAgainAndAgain },
  { name: 'names that ask the printing browser for files and pages', run: printPrograms },
];
