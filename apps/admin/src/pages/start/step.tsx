import { Text, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/i18n.ts';
import classes from './step.module.css';

interface StepProps {
  number: number;
  isDone: boolean;
  isNext: boolean;
  title: string;
  text: string;
  action: ReactNode;
  children?: ReactNode;
}

/** One line of the way: its number or a tick, what it is, and the button that leads to it. */
export function Step({ number, isDone, isNext, title, text, action, children }: StepProps) {
  const { t } = useTranslation('start');
  return (
    <li className={classes.step} aria-current={isNext ? 'step' : undefined}>
      <span className={isDone ? classes.done : isNext ? classes.next : classes.number} aria-hidden>
        {isDone ? <IconCheck size={16} stroke={2.4} /> : number}
      </span>
      <div className={classes.body}>
        <div className={classes.head}>
          <div>
            <Text fw={500} {...(isDone ? { c: 'dimmed' } : {})}>
              <VisuallyHidden>{isDone ? t('done') : t('todo')}: </VisuallyHidden>
              {title}
            </Text>
            {!isDone && (
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            )}
          </div>
          <div className={classes.action}>{action}</div>
        </div>
        {children}
      </div>
    </li>
  );
}
