import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react';
import classes from './status-badge.module.css';

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
