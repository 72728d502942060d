// The control endpoint: JSON for tests and for people. It scripts the next answers, sets master data
// and the state of certificates, and shows the ledger. The live service has nothing like it.

import { Router } from 'express';
import type { Response } from 'express';
import { z } from 'zod';
import type { Authority } from '../registration/receive-message.ts';
import { readCertificates } from '../state/certificates.ts';
import { registryDocumentSchema } from '../state/registry.ts';
import type { Behaviour } from './behaviour.ts';
import { modeSchema, possibleBehaviours } from './mix.ts';
import { scriptSchema } from './script.ts';

const revokeSchema = z.strictObject({
  serialNumber: z.string().regex(/^[0-9a-fA-F:]+$/, 'must be hexadecimal'),
  /** `revoked` gives 38, `unknown` 39; `good` takes it back. */
  status: z.enum(['good', 'revoked', 'unknown']).default('revoked'),
});

const certificatesSchema = z.strictObject({ pem: z.string().includes('BEGIN CERTIFICATE') });

const ledgerQuerySchema = z.strictObject({
  iic: z
    .string()
    .regex(/^[0-9a-fA-F]{32}$/, 'must have 32 hexadecimal digits')
    .transform((iic) => iic.toUpperCase())
    .optional(),
  tcrCode: z.string().optional(),
});

const REGISTRY_LISTS = Object.keys(registryDocumentSchema.shape);

/** `/business-units` of `businessUnits`. */
function pathOf(list: string): string {
  return `/${list.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;
}

function refuseBody(response: Response, problems: readonly { path: string; message: string }[]) {
  response.status(400).json({ error: 'The body is not valid.', problems });
}

/** The value, or null after a 400 with all problems. */
function validOr400<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  response: Response,
): z.output<Schema> | null {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  refuseBody(
    response,
    result.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  );
  return null;
}

/**
 * True after a 400 if the simulator is to die of a behaviour and would lose what it accepted:
 * that would be no crash of the authority, but another authority.
 */
function isDeathRefused(
  behaviours: readonly Behaviour[],
  { state }: Authority,
  response: Response,
): boolean {
  const isRefused = !state.isDurable && behaviours.some(({ type }) => type === 'accept-then-die');
  if (isRefused)
    refuseBody(response, [{ path: '', message: 'accept-then-die needs a state file' }]);
  return isRefused;
}

function addScriptRoutes(router: Router, authority: Authority): void {
  const { script } = authority;
  router.post('/script', (request, response) => {
    const body = validOr400(scriptSchema, request.body, response);
    if (!body) return;
    const behaviours = body.replies.map(({ behaviour }) => behaviour);
    if (isDeathRefused(behaviours, authority, response)) return;
    script.add(body.replies);
    response.json({ replies: script.pending() });
  });
  router.get('/script', (_request, response) => {
    response.json({ replies: script.pending() });
  });
  router.delete('/script', (_request, response) => {
    script.clear();
    response.status(204).end();
  });
  router.put('/mode', (request, response) => {
    const mode = validOr400(modeSchema, request.body, response);
    if (!mode || isDeathRefused(possibleBehaviours(mode.service), authority, response)) return;
    script.mode = mode;
    response.json(mode);
  });
  router.get('/mode', (_request, response) => {
    response.json(script.mode);
  });
  router.delete('/mode', (_request, response) => {
    script.resetMode();
    response.status(204).end();
  });
}

function addRegistryRoutes(router: Router, { state }: Authority): void {
  router.get('/registry', (_request, response) => {
    response.json(state.registry.document());
  });
  router.post('/registry', (request, response) => {
    const document = validOr400(registryDocumentSchema, request.body, response);
    if (!document) return;
    state.record({ type: 'registry', document });
    response.status(204).end();
  });
  for (const list of REGISTRY_LISTS) {
    router.post(pathOf(list), (request, response) => {
      const body: unknown = request.body;
      const records: unknown = Array.isArray(body) ? body : [body];
      const document = validOr400(registryDocumentSchema, { [list]: records }, response);
      if (!document) return;
      state.record({ type: 'registry', document });
      response.status(204).end();
    });
  }
}

function addCertificateRoutes(router: Router, { state }: Authority): void {
  router.post('/revoke', (request, response) => {
    const body = validOr400(revokeSchema, request.body, response);
    if (!body) return;
    state.record({ type: 'certificate-status', ...body });
    response.status(204).end();
  });
  router.post('/certificates', (request, response) => {
    const body = validOr400(certificatesSchema, request.body, response);
    if (!body) return;
    try {
      readCertificates(body.pem);
    } catch {
      refuseBody(response, [{ path: 'pem', message: 'is no certificate' }]);
      return;
    }
    state.record({ type: 'certificate', pem: body.pem });
    response.status(204).end();
  });
}

function addLedgerRoutes(router: Router, { state }: Authority): void {
  router.get('/ledger', (request, response) => {
    const filter = validOr400(ledgerQuerySchema, request.query, response);
    if (!filter) return;
    response.json({ summary: state.ledger.summary(), ...state.ledger.view(filter) });
  });
  router.get('/ledger/summary', (_request, response) => {
    response.json(state.ledger.summary());
  });
}

/** Routes under /control. Bodies are JSON; a bad one gets 400 with all its problems. */
export function controlRoutes(authority: Authority): Router {
  const router = Router();
  addScriptRoutes(router, authority);
  addRegistryRoutes(router, authority);
  addCertificateRoutes(router, authority);
  addLedgerRoutes(router, authority);
  return router;
}
