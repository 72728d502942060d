import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { messages } from '../../messages/audit.ts';

type Action = keyof typeof messages.actions;
type Field = keyof typeof messages.fields;
type Value = keyof typeof messages.values;

// Actions are `noun.verb-past`; a point in a key would lead one level down.
const actions = new Map(
  (Object.keys(messages.actions) as Action[]).map((key) => [
    key.replace(
      /^(user|company|certificate|cash-register|api-key|invoice|register-tcr|initial-deposit|recreate-iic|check-receipt|test-signature|cash-deposit)-/,
      '$1.',
    ),
    key,
  ]),
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
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** What the log calls actions, fields and values, for people; what is not known is shown as it is stored. */
export function useAuditWords() {
  const { t } = useTranslation('audit');
  const { dateTime } = useFormats();
  return {
    actions: [...actions].map(([value, key]) => ({ value, label: t(`actions.${key}`) })),
    nameOfAction: (action: string) => {
      const key = actions.get(action);
      return key ? t(`actions.${key}`) : action;
    },
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
      return INSTANT.test(value) ? dateTime(value) : value;
    },
  };
}
