// The service whose dashboard is shown: every process is real, but the authority.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startStack, withDatabase } from '@fiscal/testbed';
import type { RunningProcess, Stack } from '@fiscal/testbed';
import { openLiveEndpoint } from '../../live-endpoint.ts';
import { serveRole } from '../../divided-api.ts';
import { startPrometheus } from '../prometheus.ts';
import type { Prometheus } from '../prometheus.ts';

/** Prometheus reads every process so often. */
export const READ_EVERY_S = 5;

/** What else is mounted here is nobody's business. */
const ONLY_ROOT = '--collector.filesystem.mount-points-exclude=^/.+';

export interface ShownService {
  stack: Stack;
  /** Works beside the worker that is a part of the stack. */
  secondWorker: RunningProcess;
  prometheus: Prometheus;
}

/** @param closings what ends it, the last one first; also what had begun when it fails. */
export async function openShownService(
  closings: (() => unknown)[],
  say: (text: string) => void,
): Promise<ShownService> {
  const directory = mkdtempSync(join(tmpdir(), 'fiscal-dashboard-'));
  closings.push(() => rmSync(directory, { recursive: true, force: true }));
  const live = await openLiveEndpoint();
  closings.push(() => live.close());
  const stack = await startStack({
    directory,
    efi: live.variables,
    environment: {
      LOG_LEVEL: 'error',
      EFI_SIMULATOR_LATENCY_MS: '60',
      // The simulator's receipt check shows at once what is registered.
      EFI_RECEIPT_CHECK_LAG_MS: '0',
      OBJECT_STORE: join(directory, 'objects'),
      PDF_WAIT_MS: '5000',
    },
    onReady: (part, text) => say(`${part}: ${text}`),
  });
  closings.push(() => stack.stop());
  live.leadTo(stack.simulatorUrl);
  // The archive has a figure where something was ever sealed; what is sold now is sealed tomorrow.
  await withDatabase(stack.databaseUrl, ({ pool }) =>
    pool.query(
      `insert into archive_seal (company_id, environment, number, day, manifest_sha256, is_complete, documents)
       select c.id, each.environment, 1, current_date - 1, repeat('0', 64), true, 0
       from company c cross join unnest(enum_range(null::environment)) as each (environment)`,
    ),
  );
  const second = await stack.startBeside('worker', live.variables);
  closings.push(() => second.process.stop());
  const panel = await serveRole(stack, 'panel');
  closings.push(() => panel.process.stop());
  const hostOf = (url: string) => new URL(url).host;
  const prometheus = await startPrometheus(
    {
      'fiscal-api': hostOf(stack.apiMonitoringUrl),
      'fiscal-panel': hostOf(panel.monitoringUrl),
      'fiscal-worker': [stack.workerUrl, second.url].map(hostOf),
      node: await startNodeExporter(closings),
    },
    `${READ_EVERY_S}s`,
  );
  closings.push(() => prometheus.close());
  return { stack, secondWorker: second.process, prometheus };
}

/** @returns where it listens. */
async function startNodeExporter(closings: (() => unknown)[]): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn('prometheus-node-exporter', [`--web.listen-address=${address}`, ONLY_ROOT], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  closings.push(async () => {
    child.kill();
    await ended;
  });
  return address;
}
