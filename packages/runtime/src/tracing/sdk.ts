// OpenTelemetry's SDK, set up by us alone: nothing is patched, and no resource is detected. Spans
// are sent in the background, in batches; what does not fit into its queue, or is not taken, is
// lost.

import { setTimeout as sleep } from 'node:timers/promises';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  ExportResultCode,
  parseKeyPairsIntoRecord,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../logger.ts';
import { recordSpans } from './spans.ts';
import type { TracingEnv } from './tracing-env.ts';

/** How long the end of a process waits for its last spans. */
const FLUSH_MS = 2_000;

export function startSdk(
  env: TracingEnv,
  endpoint: string,
  service: string,
  logger: Pick<Logger, 'warn'>,
): { close: () => Promise<void> } {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: parseKeyPairsIntoRecord(env.OTEL_EXPORTER_OTLP_HEADERS),
  });
  const name = { 'service.name': env.OTEL_SERVICE_NAME ?? service };
  const provider = new TracerProvider({
    sampler: samplerOf(env),
    resource: defaultResource().merge(resourceFromAttributes(name)),
    spanProcessors: [new BatchSpanProcessor({ exporter: reported(exporter, logger) })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  recordSpans();
  return { close: () => Promise.race([provider.shutdown(), sleep(FLUSH_MS)]) };
}

/** A trace is kept or not where it begins, and by its id, so that every process decides alike. */
function samplerOf({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: TracingEnv): Sampler {
  const root = rootSamplerOf(name.replace('parentbased_', ''), ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function rootSamplerOf(name: string, ratio: number): Sampler {
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio);
  return name === 'always_on' ? new AlwaysOnSampler() : new AlwaysOffSampler();
}

/** Says once that spans are not taken, and once again after some were. */
function reported(exporter: SpanExporter, logger: Pick<Logger, 'warn'>): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) => {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS;
        if (hasFailed && !isFailing) {
          // An error of the exporter carries the collector's response; its message is enough.
          logger.warn({ reason: result.error?.message }, 'traces are not taken; they are lost');
        }
        isFailing = hasFailed;
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
