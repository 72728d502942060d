import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { AmountInput } from '../form/amount-input.tsx';
import { useChange } from '../form/change.tsx';
import { Note } from '../text/text.tsx';
import { FormDialog } from './dialog.tsx';

interface DepositDialogProps {
  /** Whose words are shown. */
  area: 'cash-registers' | 'failed-work';
  companyId: string;
  cashRegister: { id: string; name: string };
  done: (deposit: Schema<'CashDeposit'>) => string;
  onClose: () => void;
}

/** The cash in the till when the day begins, registered with the authority. */
export function DepositDialog(props: DepositDialogProps) {
  const { area, companyId, cashRegister, done, onClose } = props;
  const { t } = useTranslation(area);
  const [amount, setAmount] = useState<number | string>(0);
  const isWrong = amount === '' || Number(amount) < 0;
  const deposit = useChange(
    () =>
      call('post', '/companies/{companyId}/cash-registers/{cashRegisterId}/initial-deposit', {
        companyId,
        cashRegisterId: cashRegister.id,
        body: { cashAmount: Number(amount) },
      }),
    { done, onDone: onClose, onError: 'shown' },
  );
  const { name } = cashRegister;
  return (
    <FormDialog
      title={t('deposit.title', { name })}
      submit={t('deposit.submit')}
      change={deposit}
      onSubmit={() => {
        if (!isWrong) deposit.mutate();
      }}
      onClose={onClose}
    >
      <Note>{t('deposit.text', { name })}</Note>
      <AmountInput
        label={t('deposit.amount')}
        data-autofocus
        value={amount}
        onChange={setAmount}
        error={isWrong ? t('deposit.amountWrong') : null}
      />
    </FormDialog>
  );
}
