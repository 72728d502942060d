// The remedy as a button. A cause can hold invoices of several cash registers: each has its own button,
// as far as the invoices of the first page show.

import { Button } from '@mantine/core';
import { IconCashRegister, IconCertificate, IconCoins } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../api/client.ts';
import { DepositDialog } from '../../../components/dialog/deposit-dialog.tsx';
import { ChangeButton, useChange } from '../../../components/form/change.tsx';
import { useTranslation } from '../../../i18n/i18n.ts';
import { placesOf } from './places.ts';
import type { Place } from './places.ts';
import { workQuery } from '../work.ts';
import type { RemedyAction, WorkScope } from '../work.ts';

/** More than these are reached by opening the invoices. */
const MOST_BUTTONS = 4;

interface RemedyButtonsProps {
  action: RemedyAction;
  cause: string;
  scope: WorkScope;
}

/** One button for each cash register that a cause is about; a certificate is shared by a company's. */
export function RemedyButtons({ action, cause, scope }: RemedyButtonsProps) {
  const { data } = useInfiniteQuery(workQuery(scope, cause));
  const invoices = data?.pages.flatMap((page) => page.invoices) ?? [];
  // A code can have several causes: the button is for the registers of those that it helps.
  const helped = invoices.filter(({ remedyAction }) => remedyAction === action);
  const places = placesOf(action, helped);
  return [...places]
    .slice(0, MOST_BUTTONS)
    .map(([key, place]) => (
      <RemedyButton
        key={key}
        action={action}
        place={place}
        scope={scope}
        isOneOfMany={places.size > 1}
      />
    ));
}

interface RemedyButtonProps {
  action: RemedyAction;
  place: Place;
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
      return <RegisterButton label={label} place={place} />;
    case 'initial-deposit':
      return <DepositButton label={label} place={place} />;
  }
}

interface CallButtonProps {
  label: string;
  place: Place;
}

function RegisterButton({ label, place }: CallButtonProps) {
  const { t } = useTranslation('failed-work');
  const { companyId, cashRegisterId, cashRegisterName: name } = place;
  const register = useChange(
    () =>
      call('post', '/companies/{companyId}/cash-registers/{cashRegisterId}/register-tcr', {
        ...{ companyId, cashRegisterId },
      }),
    { done: ({ tcrCode }) => t('registered', { tcrCode }) },
  );
  return (
    <ChangeButton
      leftSection={<IconCashRegister size={18} aria-hidden />}
      change={register}
      question={{
        title: t('registerTitle'),
        text: t('registerText', { register: name }),
        confirm: t('remedyAction.register-tcr'),
      }}
    >
      {label}
    </ChangeButton>
  );
}

function DepositButton({ label, place }: CallButtonProps) {
  const { t } = useTranslation('failed-work');
  const [isOpen, setOpen] = useState(false);
  const { companyId, cashRegisterId, cashRegisterName: name } = place;
  return (
    <>
      <Button leftSection={<IconCoins size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <DepositDialog
          area="failed-work"
          companyId={companyId}
          cashRegister={{ id: cashRegisterId, name }}
          done={() => t('deposit.done')}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
