// A cause can hold invoices of many cash registers: each has its button, and one button is for all.

import { Button, Collapse, Group, Skeleton, Stack, Text, Alert, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Records } from '../../../components/table/records.tsx';
import { Note } from '../../../components/text/text.tsx';
import { useTranslation } from '../../../i18n/i18n.ts';
import { RetryButton } from '../retry/retry-button.tsx';
import { tillsQuery } from '../work.ts';
import type { AffectedTill, FailureCause, WorkScope } from '../work.ts';
import { NO_FILTER } from '../filter/work-filter.ts';
import { placesOf } from './places.ts';
import type { Place } from './places.ts';
import { RemedyButton } from './remedy-buttons.tsx';
import { IconCashRegister } from '@tabler/icons-react';
import { call } from '../../../api/client.ts';
import { ChangeButton, useChange } from '../../../components/form/change.tsx';
import { ProblemWords } from '../../../components/state/failure.tsx';

interface AffectedTillsProps {
  cause: FailureCause;
  scope: WorkScope;
}

/** So many are put on the page at once. */
const SHOWN_AT_ONCE = 20;

/** The remedy, where it is to be applied: one button for a single place, else a list of all. */
export function AffectedTills({ cause, scope }: AffectedTillsProps) {
  const { t } = useTranslation('failed-work');
  const { data, isPending } = useQuery(tillsQuery(scope, cause.cause));
  const { remedyAction: action } = cause;
  // Where no one button is for all, each till's own is on the page from the beginning.
  const [isOpen, setOpen] = useState(action !== null && action !== 'register-tcr');
  const list = useId();
  const tills = data?.tills ?? [];
  const places = action === null ? [] : [...placesOf(action, tills).values()];
  const [only, ...others] = places;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {/* Below it are buttons that are not to move away from under a finger. */}
        {isPending && (action !== null || cause.count > 1) && <Skeleton h={36} w={200} />}
        {action !== null && only !== undefined && others.length === 0 && (
          <RemedyButton action={action} place={only} scope={scope} />
        )}
        {action === 'register-tcr' && others.length > 0 && <RegisterAll tills={places} />}
        {tills.length > 1 && (
          <Button
            variant="subtle"
            aria-expanded={isOpen}
            aria-controls={list}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('tills.hide') : t('tills.show', { count: tills.length })}
          </Button>
        )}
      </Group>
      <Collapse expanded={isOpen} id={list}>
        {isOpen && tills.length > 1 && <TillList tills={tills} cause={cause} scope={scope} />}
      </Collapse>
    </Stack>
  );
}

function TillList({
  tills,
  cause,
  scope,
}: AffectedTillsProps & { tills: readonly AffectedTill[] }) {
  const { t } = useTranslation('failed-work');
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const { remedyAction: action } = cause;
  const rows = tills.slice(0, shown).map((till) => ({ ...till, id: till.cashRegisterId }));
  return (
    <Stack gap="sm">
      <Records
        label={t('tills.label')}
        rows={rows}
        columns={[
          {
            header: t('filter.till'),
            isWordy: true,
            cell: (till) => (
              <>
                <Text span>{till.cashRegisterName}</Text>
                {scope.companyId === null && <Note size="xs">{till.companyName}</Note>}
              </>
            ),
          },
          { header: t('tills.invoices'), align: 'right', cell: ({ count }) => count },
          {
            isActions: true,
            cell: (till) => (
              <Group gap="xs" justify="flex-end">
                {action !== null && <RemedyButton action={action} scope={scope} place={till} />}
                {cause.canRetry && <RetryTill cause={cause} scope={scope} till={till} />}
              </Group>
            ),
          },
        ]}
      />
      {tills.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {t('tills.more', { count: tills.length - shown })}
        </Button>
      )}
    </Stack>
  );
}

/** All of the cause that failed at one cash register. */
function RetryTill({ cause, scope, till }: AffectedTillsProps & { till: AffectedTill }) {
  const { t } = useTranslation('failed-work');
  const { companyId, cashRegisterId, count } = till;
  const filter = { ...(scope.filter ?? NO_FILTER), companyId, cashRegisterId };
  return (
    <RetryButton
      variant="default"
      scope={{ ...scope, filter }}
      target={{ cause: cause.cause }}
      count={count}
    >
      {t('retryCount', { count })}
    </RetryButton>
  );
}

interface RefusedRegister {
  till: Place;
  error: unknown;
}

/**
 * Registers every cash register of a cause, one after the other, and says which ones were refused.
 */
function RegisterAll({ tills }: { tills: readonly Place[] }) {
  const { t } = useTranslation('failed-work');
  const [done, setDone] = useState(0);
  const [refused, setRefused] = useState<readonly RefusedRegister[]>([]);
  const total = tills.length;
  const register = useChange(
    async () => {
      const found: RefusedRegister[] = [];
      for (const [index, till] of tills.entries()) {
        const { companyId, cashRegisterId } = till;
        const path = '/companies/{companyId}/cash-registers/{cashRegisterId}/register-tcr';
        await call('post', path, { companyId, cashRegisterId }).catch((error: unknown) => {
          found.push({ till, error });
        });
        setDone(index + 1);
      }
      setRefused(found);
      return total - found.length;
    },
    { done: (count) => t('tills.registered', { count, total }) },
  );
  const start = () => {
    setDone(0);
    setRefused([]);
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
      {refused.length > 0 && (
        <Alert color="red" title={t('tills.refused', { count: refused.length })}>
          <List size="sm">
            {refused.map(({ till, error }) => (
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
