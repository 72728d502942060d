import { Tooltip } from '@mantine/core';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useNow } from '../use-now.ts';

const TICK_MS = 5_000;

interface RelativeTimeProps {
  /** ISO instant; null shows "never". */
  at: string | null | undefined;
}

/**
 * How long ago or ahead an instant is, as time goes on; the exact time in Podgorica on hover and
 * focus.
 */
export function RelativeTime({ at }: RelativeTimeProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  // What is written is as of now: an instant that was read since would lie in the future.
  useNow(TICK_MS);
  if (at === null || at === undefined) return <>{t('state.never')}</>;
  return (
    <Tooltip label={formats.dateTime(at)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={at}>{formats.relative(at)}</time>
    </Tooltip>
  );
}
