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
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Where traces go by OTLP over HTTP (docs/monitoring.md#traces), http://tempo:4318; without it ' +
        'nothing is traced.',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .meta({
      description:
        'Headers of those calls, name=value with commas between; a key of the collector is ' +
        'one.',
      isSecret: true,
    }),
  OTEL_SERVICE_NAME: z
    .string()
    .optional()
    .describe(
      'What the process is called in a trace: fiscal-api, fiscal-panel or fiscal-worker ' +
        'unless it is set.',
    ),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .default('parentbased_always_on')
    .describe(
      'Which traces are kept. The names that begin with parentbased_ do as the flag of the ' +
        "caller's traceparent says, and as the rest of the name says where there is none.",
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Of traceidratio: the part of the traces that is kept, 0 to 1.'),
};

export type TracingEnv = z.output<z.ZodObject<typeof tracingVariables>>;
