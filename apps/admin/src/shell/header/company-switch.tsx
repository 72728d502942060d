// Which company is open. People of the service can go to another one by name or TIN; for those of a
// company it is only the name.

import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/may.ts';
import { MissingFile } from '../../components/state/missing-file.tsx';
import { useLoadedLater } from '../../components/state/use-loaded-later.ts';
import { CompanyButton } from './company-button.tsx';
import { companyQuery } from '../company-guard.tsx';

const load = () => import('./open-company-switch.tsx');

/** The company of the page, in the header. */
export function CompanySwitch({ companyId }: { companyId: string | undefined }) {
  const { seeService } = useMay();
  const { data: company } = useQuery({
    ...companyQuery(companyId ?? ''),
    enabled: companyId !== undefined,
  });
  const name = companyId === undefined ? null : (company?.name ?? '…');
  if (seeService) return <Switch name={name} />;
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
