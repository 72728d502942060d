import { PasswordInput } from '@mantine/core';
import type { PasswordInputProps } from '@mantine/core';
import { useTranslation } from '../../i18n/i18n.ts';

/**
 * A field for a password; its button that shows what is typed is named in the reader's language.
 */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('action.togglePassword') }}
      {...props}
    />
  );
}
