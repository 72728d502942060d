// The words of the panel as the tests look for them.

import * as account from '../../../apps/admin/src/messages/account.ts';
import * as apiKeys from '../../../apps/admin/src/messages/api-keys.ts';
import * as audit from '../../../apps/admin/src/messages/audit.ts';
import * as cashRegisters from '../../../apps/admin/src/messages/cash-registers.ts';
import * as certificates from '../../../apps/admin/src/messages/certificates.ts';
import * as companies from '../../../apps/admin/src/messages/companies.ts';
import * as failedWork from '../../../apps/admin/src/messages/failed-work.ts';
import * as inspector from '../../../apps/admin/src/messages/inspector.ts';
import * as invoices from '../../../apps/admin/src/messages/invoices.ts';
import * as operations from '../../../apps/admin/src/messages/operations.ts';
import * as people from '../../../apps/admin/src/messages/people.ts';
import * as problems from '../../../apps/admin/src/messages/problems.ts';
import * as shell from '../../../apps/admin/src/messages/shell.ts';
import * as signIn from '../../../apps/admin/src/messages/sign-in.ts';
import * as start from '../../../apps/admin/src/messages/start.ts';

/** Every area's texts in one language. */
export const textsOf = (language: 'me' | 'en') => ({
  account: account[language],
  apiKeys: apiKeys[language],
  audit: audit[language],
  cashRegisters: cashRegisters[language],
  certificates: certificates[language],
  companies: companies[language],
  failedWork: failedWork[language],
  inspector: inspector[language],
  invoices: invoices[language],
  operations: operations[language],
  people: people[language],
  problems: problems[language],
  shell: shell[language],
  signIn: signIn[language],
  start: start[language],
});

export type Texts = ReturnType<typeof textsOf>;
