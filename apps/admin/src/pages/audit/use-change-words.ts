import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { me } from '../../messages/audit.ts';

type Known = keyof typeof me.fields;
type KnownValue = keyof typeof me.values;

/** What a person wrote may look like one of our words, and is none. */
const CHOSEN = new Set(['role', 'locale', 'environment', 'status', 'type', 'cause', 'by']);
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Names and values of changed fields, for people; what is not known is shown as it is stored. */
export function useChangeWords() {
  const { t } = useTranslation('audit');
  const { dateTime } = useFormats();
  const nameOf = (field: string) => {
    const last = field.slice(field.lastIndexOf('.') + 1);
    return last in me.fields ? t(`fields.${last as Known}`) : field;
  };
  const valueOf = (field: string, value: string) => {
    const isOurs = value === 'true' || value === 'false' || CHOSEN.has(field);
    if (isOurs && value in me.values) return t(`values.${value as KnownValue}`);
    return INSTANT.test(value) ? dateTime(value) : value;
  };
  return { nameOf, valueOf };
}
