export { ConfigurationError, loadEnv, pickVariables, redactEnv } from './env.ts';
export { runBounded } from './bounded-work.ts';
export type { WorkLimits } from './bounded-work.ts';
export { openDoctor } from './doctor/doctor.ts';
export type { Doctor, Examinations, Examine, Finding } from './doctor/doctor.ts';
export { examineStart } from './doctor/examine-start.ts';
export { runDoctorByHand } from './doctor/run-by-hand.ts';
export { encryptedUrl } from './encrypted-url.ts';
export { adminOrigin, MAIL_VARIABLES, mailVariables } from './mail/mail-variables.ts';
export { createLogger } from './logger.ts';
export type { Logger } from './logger.ts';
export { serviceVariables } from './service-variables.ts';
export { createShutdown } from './shutdown.ts';
export type { Shutdown } from './shutdown.ts';
export { sendHealth, startHealthServer } from './health.ts';
export type { Health, HealthCheck } from './health.ts';
export { addFigure, showPool } from './figures.ts';
export type { Figure, FigureValue } from './figures.ts';
export { Counter, createMetrics, Gauge, Histogram, Registry } from './metrics.ts';
export { endTree, privateBytes, readProcessTree } from './process-tree.ts';
export type { TreeProcess } from './process-tree.ts';
export { postgresUrl, redisUrl } from './store-urls.ts';
export { neededByRoles, rolesVariable } from './roles.ts';
export { openTracing } from './tracing/open-tracing.ts';
export {
  currentTrace,
  inSpan,
  noteInSpan,
  openSpan,
  SpanKind,
  traceIdOf,
} from './tracing/spans.ts';
export type { Span } from './tracing/spans.ts';
