// The HTTP side on one screen: which path leads where. What happens behind a path is written in
// soap-endpoint.ts, receipt-check-endpoint.ts and control/.

import express from 'express';
import type { ErrorRequestHandler, Express } from 'express';
import { controlRoutes } from './control/routes.ts';
import { handleReceiptCheck } from './receipt-check-endpoint.ts';
import { handleSoap, sendTooLarge } from './soap-endpoint.ts';
import type { SoapEndpoint } from './soap-endpoint.ts';

/** A body beyond it is not even read; far above the size that code 1 begins with. */
const UNREAD_BODY_BYTES = 4 * 1024 * 1024;

const SOAP_PATHS = ['/fs-v1', '/fs-v1/FiscalizationService'];

/** What every answer says, so that nobody takes one for the tax administration's. */
const NO_AUTHORITY =
  'This is a simulator and no tax administration: nothing is registered here, and it is no live endpoint.';

const ABOUT =
  'Simulator of the fiscalization service of the tax administration: SOAP at /fs-v1, receipt check at /ic/api/verifyInvoice, control at /control.\n';

function hasType(error: unknown, type: string): boolean {
  return typeof error === 'object' && error !== null && 'type' in error && error.type === type;
}

function statusOf(error: unknown): number {
  const isHttp = typeof error === 'object' && error !== null && 'status' in error;
  return isHttp && typeof error.status === 'number' ? error.status : 500;
}

function errorHandler({ logger }: SoapEndpoint): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    if (SOAP_PATHS.includes(request.path) && hasType(error, 'entity.too.large')) {
      sendTooLarge(response);
      return;
    }
    const status = statusOf(error);
    if (status >= 500) logger.error({ err: error, path: request.path }, 'a request failed');
    const message = error instanceof Error ? error.message : 'The request failed.';
    response.status(status).json({ error: message, problems: [] });
  };
}

/** The routes of one simulator. */
export function createApp(endpoint: SoapEndpoint): Express {
  const { authority } = endpoint;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((_request, response, next) => {
    // Node's own header would tell the machine's time, which may not be the authority's.
    response.set('Date', new Date(endpoint.now()).toUTCString());
    response.set('X-EFI-Simulator', NO_AUTHORITY);
    next();
  });
  app.get('/', (_request, response) => {
    response.type('text/plain').send(ABOUT);
  });
  app.get(['/health/live', '/health/ready'], (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.post(
    SOAP_PATHS,
    express.raw({ type: () => true, limit: UNREAD_BODY_BYTES, inflate: false }),
    (request, response) => handleSoap(endpoint, request, response),
  );
  app.all(SOAP_PATHS, (_request, response) => {
    response.set('Allow', 'POST').status(405).end();
  });
  app.post(
    '/ic/api/verifyInvoice',
    express.urlencoded({ extended: false }),
    (request, response) => {
      handleReceiptCheck(endpoint, request, response);
    },
  );
  app.use('/control', express.json({ limit: UNREAD_BODY_BYTES }), controlRoutes(authority));
  app.use((_request, response) => {
    response.status(404).json({ error: 'There is nothing here.', problems: [] });
  });
  app.use(errorHandler(endpoint));
  return app;
}
