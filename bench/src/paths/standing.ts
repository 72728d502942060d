// What the processes cost while nothing is sold, and how soon they are ready.

import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@fiscal/db/connection';
import { median, seedCompany } from '@fiscal/testbed';
import { putLoad } from '../measuring/http-load.ts';
import { lessIsBetter } from '../measuring/less-is-better.ts';
import { cpuOf, memoryOf } from '../measuring/process-costs.ts';
import type { Bench } from '../measuring/rounds.ts';
import { openService } from '../service/service.ts';
import { TIN } from '../service/shop.ts';
import { sell } from './http.ts';

const REGISTERS = 10;
const KINDS = ['api', 'worker'] as const;
/** Of a process, MB. */
const MEMORY = 160;
/** Of a core, in milliseconds a second: 0.5 %. */
const IDLE = 5;
const READY_MS = 2_000;
/** Until V8 has given back what a start or many sales have used. */
const QUIET_MS = 30_000;
const IDLE_MS = 20_000;
const SELLING_ROUNDS = 20;

export const benchStanding: Bench = async (rounds, report) => {
  const service = await openService();
  const { stack } = service;
  const pids = service.pidsOf(...KINDS);
  const reportMemory = (when: string, sales: number) => {
    for (const [kind, pid] of Object.entries(pids)) {
      const { own, children } = memoryOf(pid);
      const said = `after ${sales} sales, ${children.toFixed(0)} MB of children beside`;
      const path = `standing: ${kind}, memory ${when}`;
      report(lessIsBetter(path, 'MB', [said, own], ['at most', MEMORY], 1));
    }
  };
  try {
    await addRegisters(stack.databaseUrl);
    for (const kind of KINDS) {
      const times: number[] = [];
      while (times.length < rounds.count) {
        const begun = performance.now();
        const beside = await stack.startBeside(kind, {});
        times.push(performance.now() - begun);
        await beside.process.stop();
      }
      const ready = ['from its start', median(times)] as const;
      report(lessIsBetter(`standing: ${kind}, ready`, 'ms', ready, ['at most', READY_MS], 1));
    }
    await sleep(QUIET_MS);
    reportMemory('at first', 0);
    const before = Object.values(pids).map(cpuOf);
    await sleep(IDLE_MS);
    for (const [index, [kind, pid]] of Object.entries(pids).entries()) {
      const idle = (cpuOf(pid) - (before[index] ?? NaN)) / (IDLE_MS / 1_000);
      const seen = ['with children', idle] as const;
      report(lessIsBetter(`standing: ${kind}, CPU`, 'ms/s', seen, ['at most', IDLE], 1));
    }
    const sold = await putLoad({
      port: Number(new URL(stack.apiUrl).port),
      connections: 16,
      forMs: SELLING_ROUNDS * rounds.ms,
      next: () => sell(stack),
      status: 201,
    });
    await sleep(QUIET_MS);
    reportMemory('later', sold);
  } finally {
    await service.close();
  }
};

async function addRegisters(url: string): Promise<void> {
  const db = openDatabase({
    url,
    maxConnections: 1,
    applicationName: 'bench',
    onError: () => undefined,
  });
  try {
    await seedCompany(db, {
      tin: TIN,
      environment: 'test',
      cashRegisters: Array.from({ length: REGISTERS }, () => ({ environment: 'test' as const })),
    });
  } finally {
    await db.close();
  }
}
