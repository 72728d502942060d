import { InputBase, Loader, Text } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../i18n/i18n.ts';

interface CompanyButtonProps extends Pick<
  ComponentProps<'button'>,
  'onClick' | 'aria-haspopup' | 'aria-expanded'
> {
  /** Null where none is open. */
  name: string | null;
  isLoading?: boolean;
}

/** What the list of companies opens from. */
export function CompanyButton({ name, isLoading = false, ...others }: CompanyButtonProps) {
  const { t } = useTranslation();
  return (
    <InputBase
      {...others}
      component="button"
      type="button"
      pointer
      size="sm"
      miw={0}
      maw={280}
      aria-label={name === null ? t('company.choose') : `${t('company.switch')}: ${name}`}
      aria-busy={isLoading}
      rightSection={isLoading ? <Loader size={16} /> : <IconSelector size={16} aria-hidden />}
      rightSectionPointerEvents="none"
    >
      <Text span size="sm" fw={600} truncate display="block" c={name === null ? 'dimmed' : ''}>
        {name ?? t('company.choose')}
      </Text>
    </InputBase>
  );
}
