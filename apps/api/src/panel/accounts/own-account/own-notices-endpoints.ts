// Which notices people of a company get by mail.

import { chooseNotices, NOTICE_KINDS, readOwnNotices } from '@fiscal/db/notice';
import { z } from 'zod';
import { DONE, endpointsFor, ok } from '../../../http/endpoint.ts';
import { refuse } from '../../../http/refusal/refusal.ts';
import type { AccountDependencies } from '../accounts.ts';

const { get, put } = endpointsFor<AccountDependencies>()('/account/notices', {
  tag: 'Panel: account',
  access: 'user',
});

const kind = z.enum(NOTICE_KINDS);

const ownNotices = z
  .object({
    chosen: z.array(kind).nullable().meta({
      description: 'What is mailed; null for people without a company, who get none.',
    }),
    isMailed: z.boolean().meta({ description: 'A worker with a mail server is there.' }),
    unsent: z.partialRecord(kind, z.int()).meta({
      description: 'Causes within seven days that no mail has counted yet, by kind.',
    }),
  })
  .meta({ id: 'AdminOwnNotices' });

const choice = z
  .object({ chosen: z.array(kind).max(NOTICE_KINDS.length) })
  .meta({ id: 'AdminOwnNoticesInput' });

/** The kinds of one's own notices. */
export const ownNoticesEndpoints = [
  get('', {
    operationId: 'readOwnNotices',
    summary: 'Which notices are mailed to one, and which could not be',
    result: ownNotices,
    async handle({ deps: { db }, actor: { userId } }) {
      const found = await readOwnNotices(db, { userId });
      return ok(found ?? { chosen: null, isMailed: false, unsent: {} });
    },
  }),
  put('', {
    operationId: 'chooseNotices',
    summary: 'Choose which notices are mailed to one',
    body: choice,
    async handle({ deps: { db }, actor, body }) {
      if (actor.companyId === null) {
        return refuse('CONFLICT', 'Notices are about a company, and the account has none.');
      }
      const chosen = NOTICE_KINDS.filter((each) => body.chosen.includes(each));
      await chooseNotices(db, actor.userId, chosen);
      return DONE;
    },
  }),
];
