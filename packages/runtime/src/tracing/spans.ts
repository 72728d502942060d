// Spans of our own, for the few steps that a call or a job waits for. Without `openTracing` the
// functions here run what they are given, record nothing and cost next to nothing.

import {
  context,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Context, Span, SpanOptions as OfferedOptions } from '@opentelemetry/api';

export { SpanKind } from '@opentelemetry/api';
export type { Span } from '@opentelemetry/api';

/** Attributes are ids, codes and counts: no name, no text of a document, no key. */
interface SpanOptions extends Pick<OfferedOptions, 'kind' | 'startTime' | 'attributes'> {
  /**
   * What the span goes on from, as W3C `traceparent` (`00-<trace>-<span>-<flags>`); null or a text
   * of another form begins a trace. Without it the span is below the current one.
   */
  trace?: string | null;
}

/** A span that the caller ends, and how to make it the current one. */
interface OpenSpan {
  span: Span;
  within: <Result>(run: () => Result) => Result;
}

const UNRECORDED: OpenSpan = {
  span: trace.wrapSpanContext(INVALID_SPAN_CONTEXT),
  within: (run) => run(),
};
let isRecording = false;

/** Spans are recorded from now on: by the SDK that takes them. */
export function recordSpans(): void {
  isRecording = true;
}

/** Begins a span. It is not the current one but inside of `within`. */
export function openSpan(name: string, { trace: from, ...options }: SpanOptions = {}): OpenSpan {
  if (!isRecording) return UNRECORDED;
  const parent = from === undefined ? context.active() : contextOf(from);
  const span = trace.getTracer('fiscal').startSpan(name, options, parent);
  const inside = trace.setSpan(parent, span);
  return { span, within: (run) => context.with(inside, run) };
}

/** Runs `run` as the span; an error ends it as failed, with the name of the error alone. */
export async function inSpan<Result>(
  name: string,
  options: SpanOptions,
  run: (span: Span) => Promise<Result>,
): Promise<Result> {
  const { span, within } = openSpan(name, options);
  try {
    return await within(() => run(span));
  } catch (error) {
    // A message may quote what is confidential; the log has it.
    span.setAttribute('error.type', error instanceof Error ? error.name : 'other');
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Adds attributes to the current span. */
export function noteInSpan(attributes: Record<string, string>): void {
  trace.getActiveSpan()?.setAttributes(attributes);
}

/**
 * The current span as `traceparent`, for work that goes on elsewhere; null where nothing is traced.
 */
export function currentTrace(): string | null {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

/** The id of a span's trace, 32 hexadecimal digits; undefined where nothing is traced. */
export function traceIdOf(span: Span): string | undefined {
  const spanContext = span.spanContext();
  return isSpanContextValid(spanContext) ? spanContext.traceId : undefined;
}

function contextOf(traceparent: string | null): Context {
  return traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });
}
