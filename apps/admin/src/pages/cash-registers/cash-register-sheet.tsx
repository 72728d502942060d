import { ActionIcon, Button, Group, Menu, Stack } from '@mantine/core';
import { IconCoins, IconDots, IconPencil, IconStar } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { askFirst } from '../../parts/confirm.ts';
import { CopyValue } from '../../parts/copy-value.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Failure } from '../../parts/failure.tsx';
import { notifyDone, useNotifyProblem } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useCompany } from '../../shell/company-door.tsx';

export type CashRegister = Schema<'AdminCashRegister'>;

interface CashRegisterSheetProps {
  cashRegister: CashRegister;
  onEdit: () => void;
  onDeposit: () => void;
}

/** One cash register. */
export function CashRegisterSheet({ cashRegister, onEdit, onDeposit }: CashRegisterSheetProps) {
  const { t } = useTranslation('cash-registers');
  const { name, tcrCode, isDefault } = cashRegister;
  const { registerTcr, makeDefault } = useCashRegisterChanges(cashRegister);
  const ask = () =>
    askFirst({
      title: t('tcr.askTitle'),
      text: tcrCode === null ? t('tcr.askText', { name }) : t('tcr.askAgain', { tcrCode }),
      confirm: t('tcr.action'),
      isGrave: tcrCode !== null,
      onConfirm: () => registerTcr.mutate(),
    });
  const more = (
    <>
      <Button
        variant="default"
        leftSection={<IconCoins size={18} />}
        onClick={onDeposit}
        disabled={tcrCode === null}
      >
        {t('deposit.action')}
      </Button>
      <More
        name={name}
        isDefault={isDefault}
        hasTcr={tcrCode !== null}
        onEdit={onEdit}
        onDefault={() => makeDefault.mutate()}
        onRegister={ask}
      />
    </>
  );
  return (
    <Section title={name} actions={more}>
      <Stack gap="lg">
        <Group gap="xs">
          {isDefault && <StatusBadge tone="info">{t('isDefault')}</StatusBadge>}
          <StatusBadge tone={tcrCode === null ? 'warning' : 'good'}>
            {tcrCode === null ? t('notRegistered') : t('registered')}
          </StatusBadge>
        </Group>
        {tcrCode === null && (
          <Button onClick={ask} loading={registerTcr.isPending} style={{ alignSelf: 'flex-start' }}>
            {t('tcr.action')}
          </Button>
        )}
        {registerTcr.isError && <Failure error={registerTcr.error} />}
        <Codes cashRegister={cashRegister} />
      </Stack>
    </Section>
  );
}

interface MoreProps {
  name: string;
  isDefault: boolean;
  hasTcr: boolean;
  onEdit: () => void;
  onDefault: () => void;
  onRegister: () => void;
}

function More({ name, isDefault, hasTcr, onEdit, onDefault, onRegister }: MoreProps) {
  const { t } = useTranslation('cash-registers');
  const { t: words } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('actionsOf', { name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
          {words('action.edit')}
        </Menu.Item>
        {!isDefault && (
          <Menu.Item leftSection={<IconStar size={16} />} onClick={onDefault}>
            {t('makeDefault')}
          </Menu.Item>
        )}
        {hasTcr && <Menu.Item onClick={onRegister}>{t('tcr.action')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}

function Codes({ cashRegister }: { cashRegister: CashRegister }) {
  const { t } = useTranslation('cash-registers');
  const { internalId, type } = cashRegister;
  const codes = [
    'tcrCode',
    'businessUnitCode',
    'operatorCode',
    'softwareCode',
    'maintainerCode',
  ] as const;
  return (
    <Facts
      isGrid
      rows={[
        ...codes.map((field) => {
          const code = cashRegister[field];
          const label = t(`form.${field}`);
          const value = code === null ? '–' : <CopyValue key={field} value={code} label={label} />;
          return [label, value] as const;
        }),
        [t('form.internalId'), internalId],
        [t('form.type'), type === 'VENDING' ? t('type.VENDING') : t('type.REGULAR')],
      ]}
    />
  );
}

function useCashRegisterChanges({ id, name }: CashRegister) {
  const { t } = useTranslation('cash-registers');
  const { id: companyId } = useCompany();
  const cache = useQueryClient();
  const notifyProblem = useNotifyProblem();
  const init = { params: { path: { companyId, cashRegisterId: id } } };
  const refresh = () => cache.invalidateQueries({ queryKey: ['companies', companyId] });
  const registerTcr = useMutation({
    mutationFn: () => {
      const url = '/admin/api/companies/{companyId}/cash-registers/{cashRegisterId}/register-tcr';
      return answer(api.POST(url, init));
    },
    onSuccess: async ({ tcrCode }) => {
      await refresh();
      notifyDone(t('tcr.done', { tcrCode }));
    },
  });
  const makeDefault = useMutation({
    mutationFn: () => {
      const url = '/admin/api/companies/{companyId}/cash-registers/{cashRegisterId}/default';
      return answer(api.POST(url, init));
    },
    onSuccess: async () => {
      await refresh();
      notifyDone(t('madeDefault', { name }));
    },
    onError: notifyProblem,
  });
  return { registerTcr, makeDefault };
}
