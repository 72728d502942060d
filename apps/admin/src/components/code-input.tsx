import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';

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
