import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TextInputProps } from '@mantine/core';
import { useTranslation } from '../../i18n/i18n.ts';
import { Failure } from '../state/failure.tsx';
import { ApiProblem } from '../../api/problem.ts';

interface FormProps {
  onSubmit: () => void;
  children: ReactNode;
}

/** Sent by its button or the Enter key; our own words say what is missing, in the reader's language. */
export function Form({ onSubmit, children }: FormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** A form that makes one change. */
export interface ChangeFormProps extends FormProps {
  /** What it sends: while it runs the button waits. */
  change: { isPending: boolean; error: unknown };
  /** Why it was refused, if that is not the change's own error; null where a field says so. */
  error?: unknown;
  /** What the button says that sends it; "Save" without it. */
  submit?: string;
  isDisabled?: boolean;
  variant?: 'filled' | 'default';
  gap?: 'md' | 'lg';
  /** With it there is a button that closes the form. */
  onClose?: () => void;
}

/** Why it was refused, the fields, and the buttons. */
export function ChangeForm(props: ChangeFormProps) {
  const { change, error = change.error, submit, isDisabled = false, onSubmit, onClose } = props;
  const { t } = useTranslation();
  return (
    <Form onSubmit={onSubmit}>
      <Stack gap={props.gap ?? 'md'}>
        {Boolean(error) && <Failure error={error} />}
        {props.children}
        <Group justify="flex-end">
          {onClose && (
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
          )}
          <Button
            type="submit"
            variant={props.variant ?? 'filled'}
            loading={change.isPending}
            disabled={isDisabled}
          >
            {submit ?? t('action.save')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

interface CodeInputProps extends TextInputProps {
  onCode: (code: string) => void;
}

/** The six digits of an authenticator app. */
export function CodeInput({ onCode, ...others }: CodeInputProps) {
  return (
    <TextInput
      {...others}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      maw={220}
      onChange={(event) => onCode(event.currentTarget.value.replaceAll(/\D/g, ''))}
    />
  );
}

/**
 * The API's details by the name of the field, for `form.setErrors`. The API speaks English: `words` are
 * the reader's for fields whose one possible trouble is known. Empty when the problem is none of fields.
 */
export function fieldErrors(
  error: unknown,
  words: Readonly<Record<string, string>> = {},
): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  const named = error.details.filter(({ path }) => path !== '');
  return Object.fromEntries(named.map(({ path, message }) => [path, words[path] ?? message]));
}

/** The error where it names no field; null where the fields say what is wrong. */
export function otherThanFields(error: unknown): unknown {
  return Object.keys(fieldErrors(error)).length > 0 ? null : error;
}
