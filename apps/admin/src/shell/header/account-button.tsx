import { ActionIcon, Loader } from '@mantine/core';
import type { ActionIconProps } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../i18n/i18n.ts';

type AccountButtonProps = ActionIconProps & ComponentProps<'button'> & { isLoading?: boolean };

/** What the menu opens from. */
export function AccountButton({ isLoading = false, ...others }: AccountButtonProps) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      {...others}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t('account.menu')}
      aria-busy={isLoading}
    >
      {isLoading ? <Loader size={20} /> : <IconUserCircle size={24} stroke={1.6} />}
    </ActionIcon>
  );
}
