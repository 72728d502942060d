// The variables of tracing, under the names that OpenTelemetry gives them, in the schema of each
// process.

import { z } from 'zod';

const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

export const tracingVariables = {
  /** Where spans go, without `/v1/traces`; nothing is traced without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** `name=value,…`, for a collector that asks for a key. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_always_on'),
  /** The part of the traces that a ratio keeps. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

export type TracingEnv = z.output<z.ZodObject<typeof tracingVariables>>;
