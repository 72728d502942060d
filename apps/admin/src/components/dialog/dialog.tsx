import { Modal } from '@mantine/core';
import type { ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { giveFocusBack, rememberFocus } from '../focus.ts';
import { ChangeForm } from '../form/form.tsx';
import type { ChangeFormProps } from '../form/form.tsx';

/** Open as long as it is rendered; what opened it gets the focus back. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  // While this is rendered for the first time, the focus is still where it was.
  useState(rememberFocus);
  useEffect(() => giveFocusBack, []);
  return <Modal opened {...props} />;
}

export interface FormDialogProps extends ChangeFormProps {
  title: string;
  size?: NonNullable<ModalProps['size']>;
  onClose: () => void;
}

/** A form over the page, with a button to cancel. */
export function FormDialog({ title, size, ...form }: FormDialogProps) {
  return (
    <Dialog onClose={form.onClose} title={title} {...(size !== undefined && { size })}>
      <ChangeForm {...form} />
    </Dialog>
  );
}
