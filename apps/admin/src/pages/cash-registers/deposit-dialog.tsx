import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '../../api/client.ts';
import { formatMoney } from '../../format/number.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { useCompany } from '../../shell/company-door.tsx';
import type { CashRegister } from './cash-register-sheet.tsx';

interface DepositDialogProps {
  cashRegister: CashRegister;
  onClose: () => void;
}

/** The cash in the till when the day begins. */
export function DepositDialog({ cashRegister, onClose }: DepositDialogProps) {
  const { t } = useTranslation('cash-registers');
  const { t: words } = useTranslation();
  const { id: companyId } = useCompany();
  const [amount, setAmount] = useState<number | string>(0);
  const isWrong = amount === '' || Number(amount) < 0;
  const deposit = useMutation({
    mutationFn: () => {
      const url =
        '/admin/api/companies/{companyId}/cash-registers/{cashRegisterId}/initial-deposit';
      const path = { companyId, cashRegisterId: cashRegister.id };
      const body = { cashAmount: Number(amount) };
      return answer(api.POST(url, { params: { path }, body }));
    },
    onSuccess: ({ cashAmount, alreadyRegistered }) => {
      const amount = cashAmount === null ? null : formatMoney(cashAmount);
      if (amount === null) notifyDone(t('deposit.already'));
      else notifyDone(t(alreadyRegistered ? 'deposit.alreadyWith' : 'deposit.done', { amount }));
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={`${t('deposit.title')}: ${cashRegister.name}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          deposit.mutate();
        }}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {t('deposit.text')}
          </Text>
          {deposit.isError && <Failure error={deposit.error} />}
          <NumberInput
            label={t('deposit.amount')}
            data-autofocus
            min={0}
            decimalScale={2}
            fixedDecimalScale
            decimalSeparator=","
            thousandSeparator="."
            suffix=" €"
            value={amount}
            onChange={setAmount}
            error={isWrong ? t('deposit.amountWrong') : null}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words('action.cancel')}
            </Button>
            <Button type="submit" loading={deposit.isPending} disabled={isWrong}>
              {t('deposit.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
