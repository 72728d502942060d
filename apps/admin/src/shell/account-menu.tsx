import { ActionIcon, Loader } from '@mantine/core';
import type { ActionIconProps } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { MissingFile } from '../parts/missing-file.tsx';
import { useLoadedLater } from '../parts/use-loaded-later.ts';

const load = async () => (await import('./open-account-menu.tsx')).OpenAccountMenu;

/** The person who is signed in; the menu is loaded when it is first opened. */
export function AccountMenu() {
  const { Loaded, state, open } = useLoadedLater(load);
  if (Loaded) return <Loaded />;
  return (
    <>
      <AccountButton
        aria-haspopup="menu"
        aria-expanded={false}
        isLoading={state === 'loading'}
        onClick={open}
      />
      {state === 'missing' && <MissingFile />}
    </>
  );
}

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
