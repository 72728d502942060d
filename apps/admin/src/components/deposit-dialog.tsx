import { NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/client.ts';
import type { Schema } from '../api/contract.ts';
import { FormDialog } from './form-dialog.tsx';
import { useChange } from './use-change.ts';

type Deposit = Schema<'CashDeposit'>;

interface DepositDialogProps {
  companyId: string;
  cashRegisterId: string;
  /** The page's own words. */
  words: Record<'title' | 'text' | 'amount' | 'wrong' | 'submit', string>;
  done: (deposit: Deposit) => string;
  /** Keys of what is read again. */
  refreshes: readonly (readonly string[])[];
  onClose: () => void;
}

/** The cash in the till when the day begins, registered with the authority. */
export function DepositDialog(props: DepositDialogProps) {
  const { companyId, cashRegisterId, words, done, refreshes, onClose } = props;
  const [amount, setAmount] = useState<number | string>(0);
  const isWrong = amount === '' || Number(amount) < 0;
  const deposit = useChange(
    () =>
      call('post', '/companies/{companyId}/cash-registers/{cashRegisterId}/initial-deposit', {
        ...{ companyId, cashRegisterId },
        body: { cashAmount: Number(amount) },
      }),
    { refreshes, done, onDone: onClose, onError: 'shown' },
  );
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      isWaiting={deposit.isPending}
      isDisabled={isWrong}
      error={deposit.error}
      onSubmit={deposit.mutate}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {words.text}
      </Text>
      <NumberInput
        label={words.amount}
        data-autofocus
        min={0}
        decimalScale={2}
        fixedDecimalScale
        decimalSeparator=","
        thousandSeparator="."
        suffix=" €"
        value={amount}
        onChange={setAmount}
        error={isWrong ? words.wrong : null}
      />
    </FormDialog>
  );
}
