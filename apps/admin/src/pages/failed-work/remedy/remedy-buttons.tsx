// The remedy as a button, of one cash register.

import { Button } from '@mantine/core';
import {
  IconBuildingStore,
  IconCashRegister,
  IconCertificate,
  IconCoins,
  IconListNumbers,
  IconPencil,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../api/client.ts';
import { DepositDialog } from '../../../components/dialog/deposit-dialog.tsx';
import { ChangeButton, useChange } from '../../../components/form/change.tsx';
import { useTranslation } from '../../../i18n/i18n.ts';
import { isOfCompany } from './places.ts';
import type { Place } from './places.ts';
import type { RemedyAction, WorkScope } from '../work.ts';

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
  const what = isOfCompany(action) ? '' : cashRegisterName;
  const which = [who, what].filter((name) => name !== '').join(', ');
  const isNamed = isOneOfMany || scope.companyId === null;
  const label = `${t(`remedyAction.${action}`)}${isNamed && which !== '' ? `: ${which}` : ''}`;
  const linkTo = (page: string, Sign: Icon) => (
    <Button
      component={Link}
      to={`/companies/${companyId}/${page}environment=${scope.environment}`}
      leftSection={<Sign size={18} aria-hidden />}
    >
      {label}
    </Button>
  );
  switch (action) {
    case 'upload-certificate':
      return linkTo('certificates?', IconCertificate);
    case 'edit-company':
      return linkTo('profile?', IconBuildingStore);
    case 'edit-cash-register':
      return linkTo(`cash-registers?edit=${place.cashRegisterId}&`, IconPencil);
    case 'confirm-number':
      return linkTo('cash-registers?', IconListNumbers);
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
        companyId,
        cashRegisterId,
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
