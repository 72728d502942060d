// The order of everything that happens to a request, on one screen.

import { storageUnavailabilityOf } from '@fiscal/db/connection';
import { ExternalIdsLostError, NewerFormError, ServiceClockError } from '@fiscal/db/invoice';
import { DocumentsDetachedError } from '@fiscal/db/report';
import type { Health, Logger, Registry } from '@fiscal/runtime';
import { ObjectNotIntactError, ObjectStoreUnavailableError } from '@fiscal/objects';
import { sendHealth } from '@fiscal/runtime';
import express, { Router } from 'express';
import type { ErrorRequestHandler, Express, RequestHandler } from 'express';
import { docsRoutes, openApiResponse } from './docs/docs-router.ts';
import { noteCall } from './files/rests.ts';
import { watchForwarding } from './http/request/forwarding-watch.ts';
import { evaluateIfNoneMatch } from './http/response/if-none-match.ts';
import { limitResponses } from './http/response/json-response.ts';
import type { DependenciesOf } from './http/endpoint.ts';
import { mountEndpoints, NOTHING } from './http/mounting.ts';
import { sendProblem, sendRefusal } from './http/refusal/refusal.ts';
import { ignoreBodyOfReads } from './http/body/json-body.ts';
import { observeCalls } from './http/request/observe-calls.ts';
import { identifyRequest, identityOf } from './http/request/request-identity.ts';
import { countRefusals, logRequests } from './http/request/request-log.ts';
import { measureRequests } from './http/request/request-metrics.ts';
import { traceRequests } from './http/request/request-trace.ts';
import { pageHeaders, securityHeaders } from './http/response/security-headers.ts';
import { sendStorageUnavailable } from './http/refusal/storing.ts';
import { INVOICE_READS, seekInvoice, seekStatuses } from './work/absent-invoice.ts';
import { limitAnonymousCalls } from './limits/anonymous-calls.ts';
import type { FailedAuthentications } from './limits/failed-authentications.ts';
import { panelApp } from './panel/panel-endpoints.ts';
import type { PanelDependencies } from './panel/panel-endpoints.ts';
import { requireCaller } from './public/require-caller.ts';
import type { CallerDirectory } from './public/require-caller.ts';
import { PUBLIC_ENDPOINTS } from './public/public-endpoints.ts';

/** What the endpoints of every process need. */
type SharedDependencies = DependenciesOf<typeof PUBLIC_ENDPOINTS>;

/** What the panel needs besides; its forwarding is that of the app. */
export type PanelParts = Omit<
  PanelDependencies,
  keyof SharedDependencies | 'forwarding' | 'logger' | 'clock'
>;

/** What the public API alone works with. */
export interface PublicParts {
  callers: CallerDirectory;
  failedAuthentications: FailedAuthentications;
  limitRate: RequestHandler;
  /** Whether there is a live endpoint of the authority. */
  isLiveConnected: boolean;
}

export interface AppDependencies extends SharedDependencies {
  clock: () => Date;
  logger: Logger;
  /**
   * `/api` and its documents; null where this process does not serve them, and nothing is at their
   * paths.
   */
  publicApi: PublicParts | null;
  /** `/admin`; null where this process does not serve it. */
  panel: PanelParts | null;
  /** Whether `/docs`, `/openapi.json` and `/admin/openapi.json` are there. */
  hasDocs: boolean;
  /** How many proxies stand before the API: whose address is the client's. */
  trustedProxies: number;
  health: Health;
  metrics: Registry;
  /**
   * Of an address without a key or a session; limits/anonymous-calls.ts unless a test says
   * otherwise.
   */
  anonymousBudget?: { calls: number; seconds: number };
  /** The built pages of the panel; where apps/admin builds them unless said otherwise. */
  panelDirectory?: string;
}

const OBJECT_STORE_RETRY_S = '30';
/** Nothing was stored, and later or in another process the same call succeeds. */
const REFUSALS_OF_THE_WHOLE_CALL = [ServiceClockError, ExternalIdsLostError, NewerFormError];
type RefusalOfTheWholeCall = InstanceType<(typeof REFUSALS_OF_THE_WHOLE_CALL)[number]>;
/** Another process may take the call sooner, through a proxy that asks for readiness. */
const RETRY_S = '10';

/** The API as an Express application; it listens nowhere by itself. */
export function createApp(deps: AppDependencies): Express {
  const { publicApi, panel } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', deps.trustedProxies);
  const forwarding = watchForwarding(deps);
  app.use(forwarding.watch);
  evaluateIfNoneMatch(app);
  limitResponses(app);
  app.use(identifyRequest);
  app.use(
    observeCalls(deps.logger, [
      logRequests(deps.logger),
      countRefusals(deps.metrics),
      measureRequests(deps.metrics),
    ]),
  );
  app.use(ignoreBodyOfReads);
  app.all(['/health/live', '/health/ready'], serveHealth(deps));
  app.use(noteCall);
  app.use(securityHeaders);
  if (publicApi !== null) {
    app.use('/api', apiOf(publicApi, deps));
  }
  app.use(limitAnonymousCalls(panel?.sessions ?? null, deps.anonymousBudget));
  if (publicApi !== null) {
    app.use('/docs', pageHeaders());
    if (deps.hasDocs) app.use(docsRoutes());
  }
  if (panel !== null) {
    app.use('/admin', pageHeaders());
    if (deps.hasDocs) app.get('/admin/openapi.json', openApiResponse('panel'));
    app.use('/admin', panelApp({ ...deps, ...panel, forwarding }, deps.panelDirectory));
  }
  app.use((_request, response) => sendRefusal(response, NOTHING));
  app.use(reportErrors(deps.logger));
  return app;
}

function apiOf(
  { callers, failedAuthentications, isLiveConnected, limitRate }: PublicParts,
  deps: AppDependencies,
): Router {
  const api = Router();
  api.use(traceRequests);
  api.get(INVOICE_READS, seekInvoice);
  api.post('/invoices/status', seekStatuses);
  api.use(requireCaller(callers, failedAuthentications, isLiveConnected));
  api.use(limitRate);
  api.use(mountEndpoints(PUBLIC_ENDPOINTS, deps));
  return api;
}

function serveHealth({ health }: AppDependencies): RequestHandler {
  return async (request, response, next) => {
    if (!(await sendHealth(health, request, response))) next();
  };
}

function reportErrors(logger: Logger): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    // A path that cannot be decoded is a path that nothing is at.
    if (error instanceof URIError) {
      sendRefusal(response, NOTHING);
      return;
    }
    const unavailable = storageUnavailabilityOf(error);
    if (unavailable !== null) {
      logger.warn(
        { err: unavailable, ...identityOf(response) },
        'a request could not use PostgreSQL',
      );
      sendStorageUnavailable(response, unavailable);
      return;
    }
    if (REFUSALS_OF_THE_WHOLE_CALL.some((kind) => error instanceof kind)) {
      const { code, message } = error as RefusalOfTheWholeCall;
      logger.warn({ err: error, ...identityOf(response) }, 'a call was refused, nothing stored');
      response.set('Retry-After', RETRY_S);
      const sentence = `${message} Nothing was stored: repeat the call as it is.`;
      sendProblem(response, code, sentence, { stored: 'no' });
      return;
    }
    if (error instanceof DocumentsDetachedError) {
      sendProblem(response, error.code, error.message);
      return;
    }
    if (error instanceof ObjectStoreUnavailableError) {
      logger.warn(
        { err: error, ...identityOf(response) },
        'a request could not use the object store',
      );
      response.set('Retry-After', OBJECT_STORE_RETRY_S);
      sendProblem(response, error.code, 'What is kept in the object store cannot be read now.');
      return;
    }
    logger.error({ err: error, ...identityOf(response) }, 'a request broke');
    if (error instanceof ObjectNotIntactError) {
      sendProblem(response, error.code, 'The object store has lost or changed what was asked for.');
      return;
    }
    sendProblem(
      response,
      'INTERNAL_ERROR',
      'Something broke on our side; nothing is lost. Read the invoice before you repeat the call.',
    );
  };
}
