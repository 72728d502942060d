import { Alert, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import { FormDialog } from '../../components/dialog/dialog.tsx';
import { AmountInput } from '../../components/form/amount-input.tsx';
import { useChange } from '../../components/form/change.tsx';
import { Note } from '../../components/text/text.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany } from '../../shell/company-guard.tsx';

interface WithdrawDialogProps {
  cashRegisterId: string;
  inDrawer: number;
  onClose: () => void;
}

/** Reports cash that leaves the drawer. */
export function WithdrawDialog(props: WithdrawDialogProps) {
  const { cashRegisterId, inDrawer, onClose } = props;
  const { t } = useTranslation('drawer');
  const { money } = useFormats();
  const { id: companyId } = useCompany();
  const [amount, setAmount] = useState<number | string>('');
  const [note, setNote] = useState('');
  const [wasSent, setSent] = useState(false);
  /** An amount that was said to be more than is in the drawer. */
  const [askedFor, setAskedFor] = useState<number | null>(null);
  // Without a response it is not known whether the cash was reported: the same call finds out.
  const [externalId, setExternalId] = useState(() => crypto.randomUUID());
  const cashAmount = Number(amount);
  const isAsked = askedFor === cashAmount;
  const path = '/companies/{companyId}/cash-registers/{cashRegisterId}/withdrawals';
  const withdraw = useChange(
    () => call('post', path, { companyId, cashRegisterId, body: { cashAmount, note, externalId } }),
    {
      done: ({ status }) =>
        t(status === 'Registered' ? 'done' : 'stored', { amount: money(cashAmount) }),
      onDone: onClose,
      // A refused withdrawal keeps its id.
      onError: (error) => {
        if (error instanceof ApiProblem && error.authority) setExternalId(crypto.randomUUID());
      },
    },
  );
  const submit = () => {
    setSent(true);
    if (cashAmount <= 0) return;
    if (cashAmount > inDrawer && !isAsked) setAskedFor(cashAmount);
    else withdraw.mutate();
  };
  return (
    <FormDialog
      title={t('withdraw')}
      submit={isAsked ? t('report') : t('withdraw')}
      change={withdraw}
      onSubmit={submit}
      onClose={onClose}
    >
      <Note>{t('text')}</Note>
      <AmountInput
        label={t('amount')}
        data-autofocus
        value={amount}
        onChange={setAmount}
        error={wasSent && cashAmount <= 0 && t('amountWrong')}
      />
      <TextInput
        label={t('note')}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {isAsked && <Alert color="yellow">{t('more', { inDrawer: money(inDrawer) })}</Alert>}
    </FormDialog>
  );
}
