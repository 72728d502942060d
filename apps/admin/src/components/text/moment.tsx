import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';

interface MomentProps {
  /** ISO instant; null shows `absent`. */
  at: string | null | undefined;
  form?: 'date' | 'dateTime' | 'time';
  /** Default: "never". */
  absent?: string;
}

/** An instant in Podgorica's time. */
export function Moment({ at, form = 'dateTime', absent }: MomentProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (at === null || at === undefined) return <>{absent ?? t('state.never')}</>;
  return <time dateTime={at}>{formats[form](at)}</time>;
}
