import { Textarea } from '@mantine/core';
import type { TextareaProps } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from './dialog.tsx';
import type { FormDialogProps } from './dialog.tsx';

interface ReasonDialogProps extends Omit<FormDialogProps, 'change' | 'onSubmit'> {
  change: FormDialogProps['change'] & { mutate: (reason: string) => void };
  /** The field; 200 characters at most, unless it says otherwise. */
  field: Pick<TextareaProps, 'label' | 'description' | 'maxLength'>;
  /** What is said where it is shorter than the API takes it. */
  missing: string;
}

/** The API's least, in characters. */
const SHORTEST = 3;

/** A change that wants its reason in words, which stay in the audit log. */
export function ReasonDialog({ change, field, missing, children, ...form }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const send = () => {
    const said = reason.trim();
    setMissing(said.length < SHORTEST);
    if (said.length >= SHORTEST) change.mutate(said);
  };
  return (
    <FormDialog {...form} change={change} onSubmit={send}>
      {children}
      <Textarea
        data-autofocus
        required
        autosize
        minRows={2}
        maxLength={200}
        {...field}
        value={reason}
        error={isMissing ? missing : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
        // As in a field of one line: a reason is a sentence, however wide it is.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
    </FormDialog>
  );
}
