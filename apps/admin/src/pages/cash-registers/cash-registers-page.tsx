import { Button, Stack } from '@mantine/core';
import { IconCashRegister, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api/client.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { DepositDialog } from '../../components/dialog/deposit-dialog.tsx';
import { Page } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useSearch } from '../../components/use-search.ts';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';
import { CashRegisterForm } from './cash-register-form.tsx';
import type { CashRegister } from './cash-register-form.tsx';
import { CashRegisterSheet } from './cash-register-sheet.tsx';

/** What is open over the page. */
type Dialog =
  | { kind: 'add' }
  | { kind: 'edit'; cashRegister: CashRegister }
  | { kind: 'deposit'; cashRegister: CashRegister };

/** The cash registers of an environment, each with its codes and what can be done with it. */
export default function CashRegistersPage() {
  const { t } = useTranslation('cash-registers');
  const { money } = useFormats();
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const query = useQuery(read('/companies/{companyId}/cash-registers', { companyId, environment }));
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [search, setSearch] = useSearch();
  const asked = search.get('edit');
  const close = () => {
    setDialog(null);
    if (asked !== null) setSearch({ edit: null });
  };
  // A link that names one opens it, as from an invoice that failed by its codes.
  const edited =
    dialog?.kind === 'edit'
      ? dialog.cashRegister
      : query.data?.cashRegisters.find(({ id }) => id === asked);
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog({ kind: 'add' })}>
      {t('add')}
    </Button>
  );
  const hasOne = (query.data?.cashRegisters.length ?? 0) > 0;
  return (
    <Page title={t('title')} description={t('intro')} actions={hasOne && add}>
      <QueryView
        query={query}
        isEmpty={({ cashRegisters }) => cashRegisters.length === 0}
        empty={{
          icon: IconCashRegister,
          title: t('empty.title'),
          text: t('empty.text'),
          action: add,
        }}
      >
        {({ cashRegisters, held, confirmed }) => (
          <Stack gap="lg">
            {cashRegisters.map((cashRegister) => (
              <CashRegisterSheet
                key={cashRegister.id}
                cashRegister={cashRegister}
                held={held.find(({ cashRegisterId }) => cashRegisterId === cashRegister.id)}
                confirmed={confirmed.find(
                  ({ cashRegisterId }) => cashRegisterId === cashRegister.id,
                )}
                onEdit={() => setDialog({ kind: 'edit', cashRegister })}
                onDeposit={() => setDialog({ kind: 'deposit', cashRegister })}
              />
            ))}
          </Stack>
        )}
      </QueryView>
      {dialog?.kind === 'add' && <CashRegisterForm onClose={close} />}
      {edited && <CashRegisterForm cashRegister={edited} onClose={close} />}
      {dialog?.kind === 'deposit' && (
        <DepositDialog
          area="cash-registers"
          companyId={companyId}
          cashRegister={dialog.cashRegister}
          done={({ cashAmount, alreadyRegistered }) => {
            if (cashAmount === null) return t('deposit.already');
            const amount = money(cashAmount);
            return t(alreadyRegistered ? 'deposit.alreadyWith' : 'deposit.done', { amount });
          }}
          onClose={close}
        />
      )}
    </Page>
  );
}
