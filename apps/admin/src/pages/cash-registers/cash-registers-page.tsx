// The cash registers of an environment, each with its codes and what can be done with it.

import { Button, Stack } from '@mantine/core';
import { IconCashRegister, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cashRegistersQuery } from '../../api/company-parts.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Empty } from '../../parts/empty.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { useCompany, useEnvironment } from '../../shell/company-door.tsx';
import { CashRegisterForm } from './cash-register-form.tsx';
import { CashRegisterSheet } from './cash-register-sheet.tsx';
import type { CashRegister } from './cash-register-sheet.tsx';
import { DepositDialog } from './deposit-dialog.tsx';

/** What is open over the page. */
type Dialog =
  | { kind: 'add' }
  | { kind: 'edit'; cashRegister: CashRegister }
  | { kind: 'deposit'; cashRegister: CashRegister };

/** Of the environment that is looked at. */
export function CashRegistersPage() {
  const { t } = useTranslation('cash-registers');
  const { id } = useCompany();
  const environment = useEnvironment();
  const query = useQuery(cashRegistersQuery(id, environment));
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
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
        empty={
          <Empty icon={IconCashRegister} title={t('empty.title')} action={add}>
            {t('empty.text')}
          </Empty>
        }
      >
        {({ cashRegisters }) => (
          <Stack gap="lg">
            {cashRegisters.map((cashRegister) => (
              <CashRegisterSheet
                key={cashRegister.id}
                cashRegister={cashRegister}
                onEdit={() => setDialog({ kind: 'edit', cashRegister })}
                onDeposit={() => setDialog({ kind: 'deposit', cashRegister })}
              />
            ))}
          </Stack>
        )}
      </QueryView>
      {dialog?.kind === 'add' && <CashRegisterForm environment={environment} onClose={close} />}
      {dialog?.kind === 'edit' && (
        <CashRegisterForm
          environment={environment}
          cashRegister={dialog.cashRegister}
          onClose={close}
        />
      )}
      {dialog?.kind === 'deposit' && (
        <DepositDialog cashRegister={dialog.cashRegister} onClose={close} />
      )}
    </Page>
  );
}
