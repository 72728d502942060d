import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';
import type { ReactNode } from 'react';

interface Question {
  title: string;
  /** What will happen, and whether it can be undone. */
  text: ReactNode;
  /** The verb on the button. */
  confirm: string;
  /** Red button: something ends that does not come back. */
  isGrave?: boolean;
  onConfirm: () => void;
}

/** Asks before something is done that others notice. */
export function askFirst({ title, text, confirm, isGrave = false, onConfirm }: Question): void {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{text}</Text>,
    labels: { confirm, cancel: i18next.t('action.cancel') },
    confirmProps: isGrave ? { color: 'red' } : {},
    onConfirm,
  });
}
