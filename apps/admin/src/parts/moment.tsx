import { Tooltip } from '@mantine/core';
import { useFormats } from '../format/use-formats.ts';
import { useTranslation } from '../i18n/i18n.ts';

interface MomentProps {
  /** ISO instant; null shows `absent`. */
  at: string | null | undefined;
  form?: 'date' | 'dateTime' | 'time' | 'relative';
  /** Default: "never". */
  absent?: string;
}

/** An instant in Podgorica's time. A relative one tells the exact time on hover and focus. */
export function Moment({ at, form = 'dateTime', absent }: MomentProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (at === null || at === undefined) return <>{absent ?? t('state.never')}</>;
  const element = <time dateTime={at}>{formats[form](at)}</time>;
  if (form !== 'relative') return element;
  return (
    <Tooltip label={formats.dateTime(at)} events={{ hover: true, focus: true, touch: true }}>
      {element}
    </Tooltip>
  );
}
