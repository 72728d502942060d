import { ConfigurationError, createLogger, createShutdown } from '@fiscal/runtime';
import { readSettings } from './env.ts';
import { createSimulator } from './server.ts';

/** How long the simulator may take to end. */
const SHUTDOWN_GRACE_MS = 5_000;

async function main(): Promise<void> {
  const { options, logLevel } = readSettings();
  const logger = createLogger({ name: 'efi-simulator', level: logLevel });
  const shutdown = createShutdown({ logger, graceMs: SHUTDOWN_GRACE_MS });
  const simulator = createSimulator({ ...options, logger });
  shutdown.onClose('simulator', simulator.stop);
  const { url } = await simulator.start();
  logger.info({ url, soapUrl: `${url}/fs-v1` }, 'ready');
}

try {
  await main();
} catch (error) {
  // A known error is reported in one sentence; the stack helps only with an unknown one.
  const isKnown =
    error instanceof ConfigurationError || (error instanceof Error && 'code' in error);
  const text = error instanceof Error ? (isKnown ? error.message : error.stack) : String(error);
  process.stderr.write(`efi-simulator cannot start: ${text ?? 'for an unknown reason'}\n`);
  process.exitCode = 1;
}
