// Which company is open. An operator can go to another one by name or TIN; for a company admin it is
// only the name.

import { InputBase, Loader, Text } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { companyQuery } from '../api/companies.ts';
import { useUser } from '../api/session.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { MissingFile } from '../parts/missing-file.tsx';
import { useLoadedLater } from '../parts/use-loaded-later.ts';

const load = async () => (await import('./open-company-switch.tsx')).OpenCompanySwitch;

/** The company of the page, in the header. */
export function CompanySwitch({ companyId }: { companyId: string | undefined }) {
  const { role } = useUser();
  const { data: company } = useQuery({
    ...companyQuery(companyId ?? ''),
    enabled: companyId !== undefined,
  });
  const name = companyId === undefined ? null : (company?.name ?? '…');
  if (role === 'operator') return <Switch name={name} />;
  return name === null ? null : (
    <Text fw={500} size="sm" truncate miw={0}>
      {name}
    </Text>
  );
}

function Switch({ name }: { name: string | null }) {
  const { Loaded, state, open } = useLoadedLater(load);
  if (Loaded) return <Loaded name={name} />;
  return (
    <>
      <CompanyButton
        name={name}
        isLoading={state === 'loading'}
        aria-haspopup="listbox"
        aria-expanded={false}
        onClick={open}
      />
      {state === 'missing' && <MissingFile />}
    </>
  );
}

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
      <Text span size="sm" fw={500} truncate display="block" c={name === null ? 'dimmed' : ''}>
        {name ?? t('company.choose')}
      </Text>
    </InputBase>
  );
}
