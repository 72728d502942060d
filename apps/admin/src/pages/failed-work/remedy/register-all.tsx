import { Alert, List, Text } from '@mantine/core';
import { IconCashRegister } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { ChangeButton, useChange } from '../../../components/form/change.tsx';
import { ProblemWords } from '../../../components/state/failure.tsx';
import { useTranslation } from '../../../i18n/i18n.ts';
import type { Place } from './places.ts';

interface Trouble {
  till: Place;
  error: unknown;
}

/**
 * Registers every cash register of a cause, one after the other, and says which ones were refused.
 */
export function RegisterAll({ tills }: { tills: readonly Place[] }) {
  const { t } = useTranslation('failed-work');
  const [done, setDone] = useState(0);
  const [troubles, setTroubles] = useState<readonly Trouble[]>([]);
  const total = tills.length;
  const register = useChange(
    async () => {
      const found: Trouble[] = [];
      for (const [index, till] of tills.entries()) {
        const { companyId, cashRegisterId } = till;
        const path = '/companies/{companyId}/cash-registers/{cashRegisterId}/register-tcr';
        await call('post', path, { companyId, cashRegisterId }).catch((error: unknown) => {
          found.push({ till, error });
        });
        setDone(index + 1);
      }
      setTroubles(found);
      return total - found.length;
    },
    { done: (count) => t('tills.registered', { count, total }) },
  );
  const start = () => {
    setDone(0);
    setTroubles([]);
    register.mutate();
  };
  return (
    <>
      <ChangeButton
        leftSection={<IconCashRegister size={18} aria-hidden />}
        change={{ ...register, mutate: start }}
        question={{ title: t('registerTitle'), text: t('tills.registerText', { count: total }) }}
      >
        {t('tills.register', { count: total })}
      </ChangeButton>
      {register.isPending && (
        <Text size="sm" role="status">
          {t('tills.progress', { done, total })}
        </Text>
      )}
      {troubles.length > 0 && (
        <Alert color="red" title={t('tills.troubles', { count: troubles.length })}>
          <List size="sm">
            {troubles.map(({ till, error }) => (
              <List.Item key={till.cashRegisterId}>
                {`${till.companyName}, ${till.cashRegisterName}`}
                <ProblemWords error={error} />
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}
