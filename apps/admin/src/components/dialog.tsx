import { Modal } from '@mantine/core';
import type { ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { giveFocusBack, rememberFocus } from './focus.ts';

/** Open as long as it is rendered; what opened it gets the focus back. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  // While this is rendered for the first time, the focus is still where it was.
  useState(rememberFocus);
  useEffect(() => giveFocusBack, []);
  return <Modal opened {...props} />;
}
