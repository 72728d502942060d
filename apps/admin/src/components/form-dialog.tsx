import { Button, Group, Stack } from '@mantine/core';
import type { ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';
import { Form } from './form.tsx';

interface FormDialogProps {
  title: string;
  size?: NonNullable<ModalProps['size']>;
  /** What the button says that sends it. */
  submit: string;
  isWaiting: boolean;
  isDisabled?: boolean;
  /** Why it was refused; null where a field says so. */
  error: unknown;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form over the page: what was refused, the fields, and the buttons to cancel and to send it. */
export function FormDialog(props: FormDialogProps) {
  const { title, size, submit, isWaiting, isDisabled = false, error, onSubmit, onClose } = props;
  const { t } = useTranslation();
  return (
    <Dialog onClose={onClose} title={title} {...(size !== undefined && { size })}>
      <Form onSubmit={onSubmit}>
        <Stack>
          {Boolean(error) && <Failure error={error} />}
          {props.children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={isWaiting} disabled={isDisabled}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}
