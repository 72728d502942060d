export { ConfigurationError, loadEnv, redactEnv } from './env.ts';
export { createLogger } from './logger.ts';
export type { Logger } from './logger.ts';
export { createShutdown } from './shutdown.ts';
export type { Shutdown } from './shutdown.ts';
export { handleHealthRequest, startHealthServer } from './health.ts';
export type { Health, HealthCheck } from './health.ts';
export { Counter, createMetrics, Gauge, Histogram, Registry } from './metrics.ts';
