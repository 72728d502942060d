import type { Logger } from '../logger.ts';
import type { Shutdown } from '../shutdown.ts';
import type { TracingEnv } from './tracing-env.ts';

/**
 * Switches tracing on where there is an endpoint. To be called before anything is opened, so that
 * it is closed last. Without an endpoint the SDK is not even loaded.
 * @param service the name of the process where OTEL_SERVICE_NAME gives none.
 */
export async function openTracing(
  env: TracingEnv,
  service: string,
  { logger, shutdown }: { logger: Logger; shutdown: Shutdown },
): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env;
  if (endpoint === undefined) return;
  const { startSdk } = await import('./sdk.ts');
  const sdk = startSdk(env, endpoint, service, logger);
  shutdown.onClose('traces', () => sdk.close());
}
