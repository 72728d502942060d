// Whether a company demands a second factor of its admins.

import { findSecondFactorRule, setSecondFactorRule } from '@fiscal/db/account';
import type { Database } from '@fiscal/db/connection';
import { z } from 'zod';
import { endpointsFor, ok } from '../../../http/endpoint.ts';
import { noSuch } from '../../../http/refusal/refusal.ts';
import { auditName } from '../../../access/actor.ts';

const { get, put } = endpointsFor<{ db: Database }>()('/companies/{companyId}/sign-in-policy', {
  tag: 'Panel: people',
  access: 'company',
});

const policy = z
  .object({
    requiresSecondFactor: z.boolean().meta({
      description: 'Admins without one add it right after they have signed in.',
    }),
  })
  .meta({ id: 'AdminSignInPolicy' });

const NO_COMPANY = noSuch('company');

/** Whether a company requires a second factor of its own admins. */
export const signInPolicyEndpoints = [
  get('', {
    operationId: 'getSignInPolicy',
    summary: 'What the company asks of its admins when they sign in',
    result: policy,
    async handle({ deps, params }) {
      const requiresSecondFactor = await findSecondFactorRule(deps.db, params.companyId);
      return requiresSecondFactor === null ? NO_COMPANY : ok({ requiresSecondFactor });
    },
  }),
  put('', {
    operationId: 'setSignInPolicy',
    summary: 'Change it; it holds for sessions that are open, too',
    needsConfirmation: true,
    body: policy,
    result: policy,
    async handle({ deps: { db }, actor, params: { companyId }, body }) {
      const { requiresSecondFactor } = body;
      const isThere = await setSecondFactorRule(
        db,
        auditName(actor),
        companyId,
        requiresSecondFactor,
      );
      return isThere ? ok(body) : NO_COMPANY;
    },
  }),
];
