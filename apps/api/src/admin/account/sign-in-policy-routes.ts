// Whether a company demands a second factor of its admins.

import { findSecondFactorRule, setSecondFactorRule } from '@fiscal/db/account';
import { z } from 'zod';
import { auditName } from '../kernel/actor.ts';
import { answer, companyParams, defineRoute, refuse } from '../kernel/route.ts';

const TAG = 'Panel: people';

const policy = z
  .object({
    requiresSecondFactor: z.boolean().meta({
      description: 'Admins without one add it right after they have signed in.',
    }),
  })
  .meta({ id: 'AdminSignInPolicy' });

const NO_COMPANY = refuse('NOT_FOUND', 'There is no such company.');

export const signInPolicyRoutes = [
  defineRoute({
    method: 'get',
    path: '/companies/{companyId}/sign-in-policy',
    access: 'company',
    operationId: 'getSignInPolicy',
    tag: TAG,
    summary: 'What the company asks of its admins when they sign in',
    params: companyParams,
    result: policy,
    async handle({ deps, params }) {
      const requiresSecondFactor = await findSecondFactorRule(deps.db, params.companyId);
      return requiresSecondFactor === null ? NO_COMPANY : answer({ requiresSecondFactor });
    },
  }),
  defineRoute({
    method: 'put',
    path: '/companies/{companyId}/sign-in-policy',
    access: 'company',
    operationId: 'setSignInPolicy',
    tag: TAG,
    summary: 'Change it; it holds for sessions that are open, too',
    needsConfirmation: true,
    params: companyParams,
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
      return isThere ? answer(body) : NO_COMPANY;
    },
  }),
];
