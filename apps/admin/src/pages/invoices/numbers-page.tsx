import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCashRegister } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../i18n/i18n.ts';
import { Empty } from '../../parts/empty.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { useCompany, useEnvironment } from '../../shell/company-door.tsx';
import { Ledger } from './numbers/ledger.tsx';
import { cashRegistersQuery } from './numbers/cash-registers-query.ts';

/** The ledger of a cash register and year: what became of every number. */
export function NumbersPage() {
  const { t } = useTranslation('invoices');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const query = useQuery(cashRegistersQuery(companyId, environment));
  return (
    <Page title={t('numbers.title')} description={t('numbers.intro')} width="wide">
      <QueryView
        query={query}
        isEmpty={({ cashRegisters }) => cashRegisters.length === 0}
        empty={
          <Empty icon={IconCashRegister} title={t('numbers.noRegister')}>
            {t('numbers.noRegisterHint')}
          </Empty>
        }
      >
        {({ cashRegisters }) => <OfRegister companyId={companyId} cashRegisters={cashRegisters} />}
      </QueryView>
    </Page>
  );
}

interface OfRegisterProps {
  companyId: string;
  cashRegisters: readonly {
    id: string;
    name: string;
    tcrCode: string | null;
    isDefault: boolean;
  }[];
}

function OfRegister({ companyId, cashRegisters }: OfRegisterProps) {
  const { t } = useTranslation('invoices');
  const [search, setSearch] = useSearchParams();
  const chosen =
    cashRegisters.find(({ id }) => id === search.get('cashRegister')) ??
    cashRegisters.find(({ isDefault }) => isDefault) ??
    cashRegisters[0];
  if (!chosen) return null;
  const choose = (id: string | null) => {
    const next = new URLSearchParams(search);
    next.set('cashRegister', id ?? '');
    next.delete('year');
    next.delete('tcrCode');
    setSearch(next, { replace: true });
  };
  return (
    <>
      <Group mb="lg">
        <Select
          label={t('numbers.register')}
          allowDeselect={false}
          value={chosen.id}
          onChange={choose}
          w={320}
          data={cashRegisters.map(({ id, name, tcrCode }) => ({
            value: id,
            label: tcrCode === null ? name : `${name} (${tcrCode})`,
          }))}
        />
      </Group>
      <Ledger key={chosen.id} companyId={companyId} cashRegisterId={chosen.id} />
    </>
  );
}
