// Prints whose process is killed while it prints.

import { readFileSync } from 'node:fs';
import { endTree, readProcessTree } from '@fiscal/runtime';
import { eventually } from '@fiscal/testbed';
import { cashInvoice } from '../../service/running-service.ts';
import type { Body } from '../../service/running-service.ts';
import type { Attack, Target } from '../target.ts';

const KILLS = 3;
const PRINTS = 8;

/**
 * The worker's present print process; none where there is no /proc, or between two of them.
 */
function printProcess({ service }: Target) {
  const worker = service.stack.processes.get('worker')?.pid ?? 0;
  return readProcessTree(worker).find(({ pid }) => commandOf(pid).includes('print-process'));
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
  const { status, body } = await attacker.test.pdf(`/api/invoices/${id}/pdf`);
  if (status !== 200) throw new Error(`no PDF: ${String(status)}`);
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
    const found = await eventually(
      () => printProcess(target),
      (printing) => printing !== undefined && !killed.has(printing.pid),
    );
    endTree([found!]);
    killed.add(found!.pid);
  }
  // Those whose print was killed twice have failed, and are postponed.
  const isPostponed = `kind = 'print' and leased_until is null and scheduled_at > now()`;
  await target.service.query(`update work set scheduled_at = now() where ${isPostponed}`);
  const pdfs = await printed;
  // One more, by a process that is not killed.
  const { body } = await attacker.test.createAndPrint(cashInvoice());
  pdfs.push(await pdfOf(target, String((body as Body).id)));
  const broken = pdfs.filter((pdf) => !pdf.subarray(0, 5).equals(Buffer.from('%PDF-')));
  if (broken.length > 0) throw new Error(`${String(broken.length)} prints are no PDF`);
  return `killed ${String(killed.size)} times, printed ${String(pdfs.length)} of ${String(PRINTS + 1)}`;
}

export const printing: readonly Attack[] = [
  { name: `${String(PRINTS)} prints whose process is killed`, run: killAgainAndAgain },
];
