// The words of the panel as the tests look for them.

import { readSentences } from '@fiscal/domain';
import { wordsOf } from '../../../apps/admin/src/components/sentences/words-of.ts';
import type { Message, Messages } from '../../../apps/admin/src/message.ts';

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
  account: (await import('../../../apps/admin/src/messages/account.ts')).messages,
  apiKeys: (await import('../../../apps/admin/src/messages/api-keys.ts')).messages,
  audit: (await import('../../../apps/admin/src/messages/audit.ts')).messages,
  drawer: (await import('../../../apps/admin/src/messages/drawer.ts')).messages,
  operators: (await import('../../../apps/admin/src/messages/operators.ts')).messages,
  cashRegisters: (await import('../../../apps/admin/src/messages/cash-registers.ts')).messages,
  authority: (await import('../../../apps/admin/src/messages/authority.ts')).messages,
  certificates: (await import('../../../apps/admin/src/messages/certificates.ts')).messages,
  companies: (await import('../../../apps/admin/src/messages/companies.ts')).messages,
  failedWork: (await import('../../../apps/admin/src/messages/failed-work.ts')).messages,
  inspector: (await import('../../../apps/admin/src/messages/inspector.ts')).messages,
  invoices: (await import('../../../apps/admin/src/messages/invoices.ts')).messages,
  operations: (await import('../../../apps/admin/src/messages/operations.ts')).messages,
  overview: (await import('../../../apps/admin/src/messages/overview.ts')).messages,
  people: (await import('../../../apps/admin/src/messages/people.ts')).messages,
  problems: (await import('../../../apps/admin/src/messages/problems.ts')).messages,
  reports: (await import('../../../apps/admin/src/messages/reports.ts')).messages,
  shell: (await import('../../../apps/admin/src/messages/shell.ts')).messages,
  signIn: (await import('../../../apps/admin/src/messages/sign-in.ts')).messages,
  start: (await import('../../../apps/admin/src/messages/start.ts')).messages,
  today: (await import('../../../apps/admin/src/messages/today.ts')).messages,
};

/** Every area's texts in one language. */
export const textsOf = (language: 'me' | 'en') => inLanguage(areas, language);

export type Texts = ReturnType<typeof textsOf>;

/** What a reader of the language sees of a sentence of the service: the `error` of a failure. */
export function sentenceIn(language: 'me' | 'en', text: string): string {
  const said = readSentences(text);
  if (said === null) throw new Error(`no sentence of the service: ${text}`);
  return language === 'en' ? text : wordsOf([{ text, said }], text)!;
}
