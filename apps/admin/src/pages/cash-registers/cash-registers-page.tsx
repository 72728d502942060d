import { Button, Stack, Group } from '@mantine/core';
import {
  IconCalendarOff,
  IconCashRegister,
  IconCoins,
  IconPencil,
  IconPlus,
  IconStar,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { read, call } from '../../api/client.ts';
import { useMay } from '../../api/may.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { DepositDialog } from '../../components/dialog/deposit-dialog.tsx';
import { Page, Section } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useSearch } from '../../components/use-search.ts';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';
import { BusinessUnits } from './business-units.tsx';
import { CashRegisterForm, CODE_FIELDS } from './cash-register-form.tsx';
import type { CashRegister } from './cash-register-form.tsx';
import { EndDialog, EndNotice, hasEnded } from './end-of-register.tsx';
import { askFirst } from '../../components/confirm.ts';
import { CopyValue } from '../../components/text/copy.tsx';
import { Facts } from '../../components/page/facts.tsx';
import { Failure } from '../../components/state/failure.tsx';
import { RowMenu } from '../../components/table/row-menu.tsx';
import { StatusBadge } from '../../components/text/text.tsx';
import { ChangeButton, useChange } from '../../components/form/change.tsx';
import { ConfirmedNotice, SuspendedNotice } from './confirm-number.tsx';
import type { UncertainRegister } from './confirm-number.tsx';

/** What is open over the page. */
type Dialog =
  | { kind: 'add' }
  | { kind: 'edit'; cashRegister: CashRegister }
  | { kind: 'deposit'; cashRegister: CashRegister }
  | { kind: 'end'; cashRegister: CashRegister };

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
                onEnd={() => setDialog({ kind: 'end', cashRegister })}
              />
            ))}
            <BusinessUnits codes={cashRegisters.map(({ businessUnitCode }) => businessUnitCode)} />
          </Stack>
        )}
      </QueryView>
      {dialog?.kind === 'add' && <CashRegisterForm onClose={close} />}
      {edited && <CashRegisterForm cashRegister={edited} onClose={close} />}
      {dialog?.kind === 'end' && <EndDialog cashRegister={dialog.cashRegister} onClose={close} />}
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

interface CashRegisterSheetProps {
  cashRegister: CashRegister;
  /** While its last number is not certain. */
  held: UncertainRegister | undefined;
  /** While the number that was confirmed can be raised. */
  confirmed: UncertainRegister | undefined;
  onEdit: () => void;
  onDeposit: () => void;
  onEnd: () => void;
}

function CashRegisterSheet(props: CashRegisterSheetProps) {
  const { cashRegister, held, confirmed, onEdit, onDeposit, onEnd } = props;
  const { t } = useTranslation('cash-registers');
  const { t: words } = useTranslation();
  const { date, money } = useFormats();
  const { name, tcrCode, isDefault, lastDay } = cashRegister;
  const isOver = hasEnded(cashRegister);
  const { exportInvoices } = useMay();
  const { registerTcr, makeDefault } = useCashRegisterChanges(cashRegister);
  const { internalId, type } = cashRegister;
  const codes = ['tcrCode', ...CODE_FIELDS.slice(0, -1)] as const;
  const question = {
    title: t('tcr.askTitle'),
    text: tcrCode === null ? t('tcr.askText', { name }) : t('tcr.askAgain', { tcrCode }),
    confirm: t('tcr.action'),
    isGrave: tcrCode !== null,
  };
  const ask = () => askFirst({ ...question, onConfirm: () => registerTcr.mutate() });
  const actions = (
    <>
      <Button
        variant="default"
        leftSection={<IconCoins size={18} />}
        onClick={onDeposit}
        disabled={tcrCode === null || isOver}
      >
        {t('deposit.action')}
      </Button>
      {exportInvoices && (
        <Button
          component={Link}
          variant="default"
          to={`${cashRegister.id}/drawer?environment=${cashRegister.environment}`}
        >
          {t('drawer')}
        </Button>
      )}
      <RowMenu
        name={name}
        button={{ variant: 'default', size: 36 }}
        items={[
          { label: words('action.edit'), Sign: IconPencil, onClick: onEdit },
          !isDefault && {
            label: t('makeDefault'),
            Sign: IconStar,
            onClick: () => makeDefault.mutate(),
          },
          tcrCode !== null && {
            label: t('tcr.action'),
            Sign: IconCashRegister,
            onClick: ask,
          },
          tcrCode !== null &&
            !isOver && {
              label: t('end.lastDay'),
              Sign: IconCalendarOff,
              onClick: onEnd,
            },
        ]}
      />
    </>
  );
  return (
    <Section title={name} actions={actions}>
      <Stack gap="lg">
        {held && <SuspendedNotice held={held} />}
        {confirmed && <ConfirmedNotice confirmed={confirmed} />}
        <EndNotice cashRegister={cashRegister} />
        <Group gap="xs">
          {isDefault && <StatusBadge tone="info">{t('isDefault')}</StatusBadge>}
          <StatusBadge tone={tcrCode === null ? 'warning' : 'good'}>
            {tcrCode === null ? t('notRegistered') : t('registered')}
          </StatusBadge>
          {lastDay !== null && !isOver && (
            <StatusBadge tone="waiting">{t('end.until', { day: date(lastDay) })}</StatusBadge>
          )}
        </Group>
        {tcrCode === null && (
          <ChangeButton
            change={registerTcr}
            question={question}
            style={{ alignSelf: 'flex-start' }}
          >
            {t('tcr.action')}
          </ChangeButton>
        )}
        {registerTcr.isError && <Failure error={registerTcr.error} />}
        <Facts
          layout="grid"
          rows={[
            ...codes.map((field) => {
              const code = cashRegister[field];
              const label = t(`form.${field}`);
              const value =
                code === null ? '–' : <CopyValue key={field} value={code} label={label} />;
              return [label, value] as const;
            }),
            [t('form.internalId'), internalId],
            [t('form.type'), t(type === 'VENDING' ? 'type.VENDING' : 'type.REGULAR')],
            [t('form.initialCashAmount'), money(cashRegister.initialCashAmount)],
          ]}
        />
      </Stack>
    </Section>
  );
}

function useCashRegisterChanges({ id, name }: CashRegister) {
  const { t } = useTranslation('cash-registers');
  const { id: companyId } = useCompany();
  const input = { companyId, cashRegisterId: id };
  const registerTcr = useChange(
    () =>
      call('post', '/companies/{companyId}/cash-registers/{cashRegisterId}/register-tcr', input),
    { done: ({ tcrCode }) => t('tcr.done', { tcrCode }), onError: 'shown' },
  );
  const makeDefault = useChange(
    () => call('post', '/companies/{companyId}/cash-registers/{cashRegisterId}/default', input),
    { done: t('madeDefault', { name }) },
  );
  return { registerTcr, makeDefault };
}
