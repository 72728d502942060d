// The kinds of text that pages share.

import { Anchor, Text } from '@mantine/core';
import type { AnchorProps, TextProps } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import classes from './text.module.css';

type Words = TextProps & { component?: 'p' | 'summary'; children: ReactNode };

/** What explains or completes other words: smaller, in grey. */
export function Note({ size = 'sm', ...others }: Words) {
  return <Text c="dimmed" size={size} {...others} />;
}

/** A code in a fixed-width face. It has no blanks, and is broken anywhere. */
export function Mono(props: Words) {
  return <Text span ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }} {...props} />;
}

/** A link to another page of the panel. */
export function PageLink(
  props: AnchorProps & {
    to: string;
    relative?: 'path';
    onClick?: (event: MouseEvent) => void;
    children: ReactNode;
  },
) {
  return <Anchor component={Link} size="sm" {...props} />;
}

interface TextButtonProps extends AnchorProps {
  'aria-expanded'?: boolean;
  lang?: string;
  onClick: () => void;
  children: ReactNode;
}

/** A button that looks like a link, also where its words take several lines. */
export function TextButton(props: TextButtonProps) {
  return <Anchor component="button" type="button" size="sm" ta="start" {...props} />;
}

interface InstantProps {
  /** ISO instant; null shows `absent`. */
  at: string | null | undefined;
  form?: 'date' | 'dateTime' | 'time';
  /** Default: "never". */
  absent?: string;
}

/** An instant in Podgorica's time. */
export function Instant({ at, form = 'dateTime', absent }: InstantProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (at === null || at === undefined) return <>{absent ?? t('state.never')}</>;
  const words = formats[form](at);
  const end = form === 'dateTime' ? words.lastIndexOf(' ') : words.length;
  // In a narrow column the time of day stands below the date, and neither is broken.
  return (
    <time dateTime={at}>
      <span className={classes.unbroken}>{words.slice(0, end)}</span>
      {words.slice(end, end + 1)}
      <span className={classes.unbroken}>{words.slice(end + 1)}</span>
    </time>
  );
}

const signs = {
  good: IconCircleCheck,
  waiting: IconClock,
  warning: IconAlertTriangle,
  bad: IconX,
  info: IconInfoCircle,
  neutral: IconCircleDashed,
} as const;

/** How it stands: each tone has a sign of its own, so that colour is never all there is. */
export type Tone = keyof typeof signs;

/** A word about a state, with a sign. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  const Sign = signs[tone];
  return (
    <span className={`${classes.badge ?? ''} ${classes[tone] ?? ''}`}>
      <Sign size={14} stroke={2} aria-hidden />
      {children}
    </span>
  );
}
