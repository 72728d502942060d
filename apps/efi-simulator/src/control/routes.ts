// The control endpoint: JSON for tests and for people. It scripts the next replies, sets master
// data and the state of certificates, and shows the ledger. The live service has nothing like it.

import { Router } from 'express';
import type { Response } from 'express';
import { z } from 'zod';
import { readCertificates } from '../state/certificates.ts';
import { registryDocumentSchema } from '../state/registry.ts';
import type { SimulatorState } from '../state/simulator-state.ts';
import type { Behaviour } from './behaviour.ts';
import { modeSchema, scriptSchema } from './script.ts';
import type { Script } from './script.ts';

/** What the control calls change and show. */
export interface Controlled {
  readonly script: Script;
  readonly state: SimulatorState;
}

const revokeSchema = z.strictObject({
  serialNumber: z.string().regex(/^[0-9a-fA-F:]+$/, 'must be hexadecimal'),
  /** `revoked` gives 38, `unknown` 39; `good` takes it back. */
  status: z.enum(['good', 'revoked', 'unknown']).default('revoked'),
});

const certificatesSchema = z.strictObject({
  pem: z.string().includes('BEGIN CERTIFICATE').refine(isReadable, 'is no certificate'),
});

const ledgerQuerySchema = z.strictObject({
  iic: z
    .string()
    .regex(/^[0-9a-fA-F]{32}$/, 'must have 32 hexadecimal digits')
    .toUpperCase()
    .optional(),
  tcrCode: z.string().optional(),
});

function isReadable(pem: string): boolean {
  try {
    readCertificates(pem);
    return true;
  } catch {
    return false;
  }
}

/** `/business-units` of `businessUnits`. */
function pathOf(list: string): string {
  return `/${list.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;
}

/** The value, or null after a 400 with all problems. */
function validOr400<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  response: Response,
): z.output<Schema> | null {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { issues } = result.error;
  const problems = issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  response.status(400).json({ error: 'The body is not valid.', problems });
  return null;
}

/** Routes under /control. Bodies are JSON; a bad one gets 400 with all its problems. */
export function controlRoutes({ script, state }: Controlled): Router {
  const router = Router();
  const accept = <Schema extends z.ZodType>(
    method: 'post' | 'put',
    path: string,
    schema: Schema,
    apply: (body: z.output<Schema>) => void,
  ) => {
    router[method](path, (request, response) => {
      const body = validOr400(schema, request.body, response);
      if (body === null) return;
      apply(body);
      response.status(204).end();
    });
  };
  /**
   * One that dies with what it accepted would be no crash of the authority, but another authority.
   */
  const survives = (behaviour: Behaviour | null) =>
    state.isDurable || behaviour?.type !== 'accept-then-die';
  const needsFile = 'accept-then-die needs a state file';
  accept(
    'post',
    '/script',
    scriptSchema.refine(
      (body) => body.replies.every((each) => survives(each.behaviour)),
      needsFile,
    ),
    ({ replies }) => script.replies.push(...replies),
  );
  accept(
    'put',
    '/mode',
    modeSchema.refine(({ service }) => survives(service), needsFile),
    (mode) => (script.mode = mode),
  );
  router.delete(['/script', '/mode'], ({ path }, response) => {
    if (path === '/script') script.replies = [];
    else script.mode = modeSchema.parse({});
    response.status(204).end();
  });
  accept('post', '/registry', registryDocumentSchema, (document) =>
    state.record({ type: 'registry', document }),
  );
  for (const list of Object.keys(registryDocumentSchema.shape)) {
    const inDocument = (body: unknown) => ({ [list]: [body].flat() });
    const schema = z.preprocess(inDocument, registryDocumentSchema);
    accept('post', pathOf(list), schema, (document) =>
      state.record({ type: 'registry', document }),
    );
  }
  router.get('/registry', (_request, response) => {
    response.json(state.registry.document());
  });
  accept('post', '/revoke', revokeSchema, (status) =>
    state.record({ type: 'certificate-status', ...status }),
  );
  accept('post', '/certificates', certificatesSchema, ({ pem }) =>
    state.record({ type: 'certificate', pem }),
  );
  router.get('/ledger', (request, response) => {
    const filter = validOr400(ledgerQuerySchema, request.query, response);
    if (!filter) return;
    response.json({ summary: state.ledger.summary(), ...state.ledger.view(filter) });
  });
  router.get('/ledger/summary', (_request, response) => {
    response.json(state.ledger.summary());
  });
  return router;
}
