import { useTranslation } from 'react-i18next';
import { useFormats } from '../../format/use-formats.ts';
import { me } from '../../messages/audit.ts';

type Known = keyof typeof me.fields;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Names and values of changed fields, for people; what is not known is shown as it is stored. */
export function useChangeWords() {
  const { t } = useTranslation('audit');
  const { dateTime } = useFormats();
  const nameOf = (field: string) => {
    const last = field.slice(field.lastIndexOf('.') + 1);
    return last in me.fields ? t(`fields.${last as Known}`) : field;
  };
  const valueOf = (value: string) => {
    if (value === 'true') return t('yes');
    if (value === 'false') return t('no');
    return INSTANT.test(value) ? dateTime(value) : value;
  };
  return { nameOf, valueOf };
}
