// What a collector of traces is to a test: it takes OTLP over HTTP in JSON, or takes calls and
// never responds.

import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as it was sent. */
export interface ReceivedSpan {
  name: string;
  /** `fiscal-api`, … */
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Record<string, unknown>;
}

export interface TraceReceiver {
  url: string;
  spans: readonly ReceivedSpan[];
  /** Calls that were made, as path and headers. */
  calls: readonly Pick<IncomingMessage, 'url' | 'headers'>[];
  close(): void;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

type SentSpan = Omit<ReceivedSpan, 'service' | 'attributes'> & { attributes: Attribute[] };

/** Of OTLP what a test looks at. */
interface OtlpBody {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
}

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

function spansOf({ resourceSpans }: OtlpBody): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        ...span,
        service: String(valuesOf(resource.attributes)['service.name']),
        attributes: valuesOf(span.attributes),
      })),
  );
}

/** @param isSilent whether calls get no response. */
export async function openTraceReceiver({ isSilent = false } = {}): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const calls: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    calls.push(request);
    if (isSilent) return;
    void json(request).then((body) => {
      spans.push(...spansOf(body as OtlpBody));
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    spans,
    calls,
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
