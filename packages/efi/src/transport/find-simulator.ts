import { createTransport } from './transport.ts';

/**
 * Asks a SOAP endpoint for its description, which the authority publishes beside it (Protocol §1).
 * Nothing is sent to be registered.
 * @returns what it says of itself if it is the simulator; null for any other reply, or none.
 */
export async function findSimulator(
  endpoint: string,
  options: { timeoutMs: number; tlsCa?: string },
): Promise<string | null> {
  const transport = createTransport({
    ...options,
    url: `${endpoint.replace(/\/$/, '')}/FiscalizationService.wsdl`,
    method: 'GET',
    connectTimeoutMs: options.timeoutMs,
    replyBytesMax: DESCRIPTION_BYTES_MAX,
    isSimulatorRefused: true,
  });
  try {
    const result = await transport.post({ body: '', headers: {} });
    return result.kind === 'failed' && result.reason === 'simulator' ? result.detail : null;
  } finally {
    transport.close();
  }
}

const DESCRIPTION_BYTES_MAX = 1024 * 1024;
