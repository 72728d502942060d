import { Alert } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { FormDialog } from '../../components/dialog/dialog.tsx';
import { useChange } from '../../components/form/change.tsx';
import { DayField } from '../../components/form/day-field.tsx';
import { Note } from '../../components/text/text.tsx';
import { dayEnd } from '../../format/podgorica-day.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany } from '../../shell/company-guard.tsx';
import type { CashRegister } from './cash-register-form.tsx';

/** Whether its last day of use has passed. */
export function hasEnded({ lastDay }: CashRegister): boolean {
  return lastDay !== null && Date.now() >= Date.parse(dayEnd(lastDay));
}

/** That its last day has passed, or was sent and is not confirmed. */
export function EndNotice({ cashRegister }: { cashRegister: CashRegister }) {
  const { t } = useTranslation('cash-registers');
  const { date } = useFormats();
  const { lastDay, unconfirmedLastDay: sent } = cashRegister;
  if (lastDay !== null && hasEnded(cashRegister)) {
    return <Alert color="gray">{t('end.passed', { day: date(lastDay) })}</Alert>;
  }
  return sent && <Alert color="yellow">{t('end.unconfirmed', { day: date(sent) })}</Alert>;
}

/** Registers the last day of use with the authority. */
export function EndDialog(props: { cashRegister: CashRegister; onClose: () => void }) {
  const { id: cashRegisterId, name, isDefault, ...known } = props.cashRegister;
  const { t } = useTranslation('cash-registers');
  const { date } = useFormats();
  const { id: companyId } = useCompany();
  const [lastDay, setLastDay] = useState(known.unconfirmedLastDay ?? known.lastDay ?? '');
  const path = '/companies/{companyId}/cash-registers/{cashRegisterId}/last-day';
  const end = useChange(
    () => call('post', path, { companyId, cashRegisterId, body: { lastDay } }),
    {
      done: () => t('end.done', { day: date(lastDay) }),
      onDone: props.onClose,
      onError: 'shown',
    },
  );
  return (
    <FormDialog
      title={t('end.title', { name })}
      submit={t('deposit.submit')}
      change={end}
      onSubmit={() => lastDay !== '' && end.mutate()}
      onClose={props.onClose}
    >
      <Note>{t('end.text')}</Note>
      <Note>{t('end.moved')}</Note>
      {isDefault && <Alert color="yellow">{t('end.isDefault')}</Alert>}
      <DayField
        label={t('end.lastDay')}
        value={lastDay}
        onChange={setLastDay}
        error={lastDay === '' && t('form.missing')}
      />
    </FormDialog>
  );
}
