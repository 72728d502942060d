// The words of the panel as the tests look for them.

import { messages as account } from '../../../apps/admin/src/messages/account.ts';
import { messages as apiKeys } from '../../../apps/admin/src/messages/api-keys.ts';
import { messages as audit } from '../../../apps/admin/src/messages/audit.ts';
import { messages as cashRegisters } from '../../../apps/admin/src/messages/cash-registers.ts';
import { messages as certificates } from '../../../apps/admin/src/messages/certificates.ts';
import { messages as companies } from '../../../apps/admin/src/messages/companies.ts';
import { messages as failedWork } from '../../../apps/admin/src/messages/failed-work.ts';
import { messages as inspector } from '../../../apps/admin/src/messages/inspector.ts';
import { messages as invoices } from '../../../apps/admin/src/messages/invoices.ts';
import { messages as operations } from '../../../apps/admin/src/messages/operations.ts';
import { messages as people } from '../../../apps/admin/src/messages/people.ts';
import { messages as problems } from '../../../apps/admin/src/messages/problems.ts';
import { messages as shell } from '../../../apps/admin/src/messages/shell.ts';
import { messages as signIn } from '../../../apps/admin/src/messages/sign-in.ts';
import { messages as start } from '../../../apps/admin/src/messages/start.ts';
import type { Message, Messages } from '../../../apps/admin/src/i18n/text-in.ts';

/** The texts of an area in one language, nested as the area nests them. */
type InOneLanguage<Area> = {
  [Key in keyof Area]: Area[Key] extends Message ? string : InOneLanguage<Area[Key]>;
};

/** The texts of an area in one language. */
function inLanguage<Area extends Messages>(
  messages: Area,
  language: 'me' | 'en',
): InOneLanguage<Area> {
  const texts = Object.entries(messages).map(([key, value]) => [
    key,
    isMessage(value) ? value[language === 'me' ? 0 : 1] : inLanguage(value, language),
  ]);
  return Object.fromEntries(texts) as InOneLanguage<Area>;
}

function isMessage(value: Message | Messages): value is Message {
  return Array.isArray(value);
}

const areas = {
  account,
  apiKeys,
  audit,
  cashRegisters,
  certificates,
  companies,
  failedWork,
  inspector,
  invoices,
  operations,
  people,
  problems,
  shell,
  signIn,
  start,
};

/** Every area's texts in one language. */
export const textsOf = (language: 'me' | 'en') => inLanguage(areas, language);

export type Texts = ReturnType<typeof textsOf>;
