import type { Schema } from '../../api/contract.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import type { TextKey } from '../../i18n/text-in.ts';
import { messages } from '../../messages/audit.ts';
import { useWords as useQueueWords } from '../operations/words.ts';

type Action = Schema<'AdminAuditEntry'>['action'];
type Field = keyof typeof messages.fields;
type Value = keyof typeof messages.values;

/** Every action that the log may be narrowed to, in the order of its texts. */
const ACTIONS = Object.entries(messages.actions).flatMap(([noun, verbs]) =>
  Object.keys(verbs).map((verb) => `${noun}.${verb}` as Action),
);

/** What a person wrote may look like one of our words, and is none. */
const CHOSEN = new Set([
  'role',
  'locale',
  'environment',
  'status',
  'type',
  'cause',
  'by',
  'answer',
  'secondFactor',
]);
// As JavaScript and as PostgreSQL write them.
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * What the log calls actions, fields and values, for people; what is not known is shown as it is
 * stored.
 */
export function useAuditWords() {
  const { t, has } = useTranslation('audit');
  const { date, dateTime } = useFormats();
  const { queue } = useQueueWords();
  return {
    actions: ACTIONS.map((value) => ({ value, label: t(keyOf(value)) })),
    nameOfAction: (action: Action) => (has(keyOf(action)) ? t(keyOf(action)) : action),
    nameOfField: (field: string) => {
      const last = field.slice(field.lastIndexOf('.') + 1);
      // A field that has no words yet is at least no name of a program's.
      return last in messages.fields
        ? t(`fields.${last as Field}`)
        : last.replaceAll(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`);
    },
    nameOfValue: (field: string, value: string) => {
      const isOurs = value === 'true' || value === 'false' || CHOSEN.has(field);
      if (isOurs && value in messages.values) return t(`values.${value as Value}`);
      if (field === 'lane') return queue(value);
      if (DAY.test(value)) return date(value);
      return INSTANT.test(value) ? dateTime(value) : value;
    },
  };
}

function keyOf(action: Action): TextKey<typeof messages> {
  const [noun, verb] = action.split('.');
  return `actions.${noun}.${verb}` as TextKey<typeof messages>;
}
