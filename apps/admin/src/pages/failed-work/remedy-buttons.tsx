// The remedy as a button. A cause can hold invoices of several cash registers: each has its own button,
// as far as the invoices of the first page tell.

import { Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconCashRegister, IconCertificate, IconCoins } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n/i18n.ts';
import { askFirst } from '../../parts/confirm.ts';
import { Failure } from '../../parts/failure.tsx';
import { notifyDone, useNotifyProblem } from '../../parts/notify.ts';
import { placesOf } from './places.ts';
import type { Place } from './places.ts';
import { useInitialDeposit, useRegisterTcr } from './work-actions.ts';
import { workQuery } from './work-queries.ts';
import type { WorkScope } from './work-queries.ts';
import type { RemedyAction } from './work-schemas.ts';

/** More than these are reached by opening the invoices. */
const MOST_BUTTONS = 4;

interface RemedyButtonsProps {
  action: RemedyAction;
  cause: string;
  scope: WorkScope;
}

/** One button for each cash register (or company) that a cause is about. */
export function RemedyButtons({ action, cause, scope }: RemedyButtonsProps) {
  const { data } = useInfiniteQuery(workQuery(scope, cause));
  const invoices = data?.pages.flatMap((page) => page.invoices) ?? [];
  // A code can have several causes: the button is for the registers of those that it helps.
  const helped = invoices.filter(({ remedyAction }) => remedyAction === action);
  const places = placesOf(action, helped);
  return places
    .slice(0, MOST_BUTTONS)
    .map((place) => (
      <RemedyButton
        key={place.key}
        action={action}
        place={place}
        scope={scope}
        isOneOfMany={places.length > 1}
      />
    ));
}

interface RemedyButtonProps {
  action: RemedyAction;
  place: Omit<Place, 'key'>;
  scope: WorkScope;
  /** Then the button says which one it is about. */
  isOneOfMany?: boolean;
}

/** Also beside a single invoice. */
export function RemedyButton({ action, place, scope, isOneOfMany = false }: RemedyButtonProps) {
  const { t } = useTranslation('failed-work');
  const { companyId, companyName, cashRegisterName } = place;
  const who = scope.companyId === null ? companyName : '';
  const what = action === 'upload-certificate' ? '' : cashRegisterName;
  const which = [who, what].filter((name) => name !== '').join(', ');
  const isNamed = isOneOfMany || scope.companyId === null;
  const label = `${t(`remedyAction.${action}`)}${isNamed && which !== '' ? `: ${which}` : ''}`;
  switch (action) {
    case 'upload-certificate':
      return (
        <Button
          component={Link}
          to={`/companies/${companyId}/certificates?environment=${scope.environment}`}
          leftSection={<IconCertificate size={18} aria-hidden />}
        >
          {label}
        </Button>
      );
    case 'register-tcr':
      return <RegisterButton label={label} place={place} scope={scope} />;
    case 'initial-deposit':
      return <DepositButton label={label} place={place} scope={scope} />;
  }
}

type CallButtonProps = Omit<RemedyButtonProps, 'action' | 'isOneOfMany'> & { label: string };

function RegisterButton({ label, place, scope }: CallButtonProps) {
  const { t } = useTranslation('failed-work');
  const notifyProblem = useNotifyProblem();
  const register = useRegisterTcr(scope);
  const { companyId, cashRegisterId, cashRegisterName } = place;
  const start = () => {
    askFirst({
      title: t('registerTitle'),
      text: t('registerText', { register: cashRegisterName }),
      confirm: t('remedyAction.register-tcr'),
      onConfirm: () => {
        register.mutate(
          { companyId, cashRegisterId },
          {
            onSuccess: ({ tcrCode }) => notifyDone(t('registered', { tcrCode })),
            onError: notifyProblem,
          },
        );
      },
    });
  };
  return (
    <Button
      leftSection={<IconCashRegister size={18} aria-hidden />}
      loading={register.isPending}
      onClick={start}
    >
      {label}
    </Button>
  );
}

function DepositButton({ label, place, scope }: CallButtonProps) {
  const { t } = useTranslation('failed-work');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<IconCoins size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('depositTitle')}>
        <DepositForm place={place} scope={scope} onClose={() => setOpen(false)} />
      </Modal>
    </>
  );
}

interface DepositFormProps extends Pick<CallButtonProps, 'place' | 'scope'> {
  onClose: () => void;
}

function DepositForm({ place, scope, onClose }: DepositFormProps) {
  const { t } = useTranslation('failed-work');
  const { t: words } = useTranslation();
  const [cashAmount, setCashAmount] = useState<number | string>(0);
  const deposit = useInitialDeposit(scope);
  const { companyId, cashRegisterId, cashRegisterName } = place;
  const send = () => {
    deposit.mutate(
      { companyId, cashRegisterId, cashAmount: Number(cashAmount) },
      {
        onSuccess: () => {
          notifyDone(t('deposited'));
          onClose();
        },
      },
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack>
        <Text size="sm">{t('depositText', { register: cashRegisterName })}</Text>
        <NumberInput
          data-autofocus
          label={t('depositAmount')}
          suffix=" €"
          min={0}
          decimalScale={2}
          fixedDecimalScale
          decimalSeparator=","
          thousandSeparator="."
          value={cashAmount}
          onChange={setCashAmount}
        />
        {deposit.isError && <Failure error={deposit.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words('action.cancel')}
          </Button>
          <Button type="submit" loading={deposit.isPending}>
            {t('remedyAction.initial-deposit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
