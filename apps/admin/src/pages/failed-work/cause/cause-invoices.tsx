import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../../api/may.ts';
import { PagedView } from '../../../components/state/query-view.tsx';
import { useTranslation } from '../../../i18n/i18n.ts';
import { RetryButton } from '../retry/retry-button.tsx';
import type { StoredMessage } from '../retry/retry-dialog.tsx';
import { DismissDialog } from '../dismiss-dialog.tsx';
import { WorkRecords } from '../work-records.tsx';
import { useRetry, workQuery } from '../work.ts';
import type { FailedInvoice, FailureCause, WorkScope } from '../work.ts';

/** As many as one call takes. */
const MOST_SELECTED = 500;

interface CauseInvoicesProps {
  cause: FailureCause;
  scope: WorkScope;
}

/** The invoices of a cause. */
export function CauseInvoices({ cause, scope }: CauseInvoicesProps) {
  const query = useInfiniteQuery(workQuery(scope, cause.cause));
  return (
    <PagedView query={query} rowsOf={({ invoices }) => invoices} lines={3} withEnd={false}>
      {(rows) => <Choosable cause={cause} scope={scope} rows={rows} />}
    </PagedView>
  );
}

interface ChoosableProps extends CauseInvoicesProps {
  rows: readonly FailedInvoice[];
}

/** One, several or all that are shown can be chosen. */
function Choosable({ cause, scope, rows }: ChoosableProps) {
  const { t } = useTranslation('failed-work');
  const [chosen, onChange] = useState<ReadonlySet<string>>(new Set());
  // What has left the list meanwhile is not chosen any more.
  const ids = rows.map(({ id }) => id).filter((id) => chosen.has(id));
  return (
    <Stack gap="md">
      {cause.canRetry && (
        <Toolbar cause={cause} scope={scope} rows={rows} chosenIds={ids} onChoose={onChange} />
      )}
      <WorkRecords
        label={t('affected')}
        rows={rows}
        scope={scope}
        {...(cause.canRetry && { selection: { chosen, onChange } })}
      />
    </Stack>
  );
}

/** The message of a single invoice, which is shown before it is sent again. */
function messageOf([row, ...others]: readonly FailedInvoice[]): StoredMessage | undefined {
  if (row === undefined || others.length > 0 || row.lastMessage === null) return undefined;
  const { id: invoiceId, companyId, lastMessage, deliverBefore } = row;
  const keepsNumber = deliverBefore !== null;
  return { companyId, invoiceId, submissionId: lastMessage.id, keepsNumber };
}

interface ToolbarProps extends ChoosableProps {
  chosenIds: readonly string[];
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** What can be done with those that are chosen. */
function Toolbar({ cause, scope, rows, chosenIds, onChoose }: ToolbarProps) {
  const { t } = useTranslation('failed-work');
  const may = useMay();
  const [isDismissing, setDismissing] = useState(false);
  const retry = useRetry(scope);
  const clear = () => onChoose(new Set());
  const target = { invoiceIds: chosenIds.slice(0, MOST_SELECTED) };
  const chosen = rows.filter(({ id }) => chosenIds.includes(id));
  const closeDismissal = () => {
    setDismissing(false);
    clear();
  };
  const count = chosenIds.length;
  return (
    <Group gap="sm" role="group" aria-label={t('affected')} mih={36}>
      <Checkbox
        label={t('selectAll')}
        checked={count > 0 && count === rows.length}
        indeterminate={count > 0 && count < rows.length}
        onChange={({ currentTarget: { checked } }) =>
          onChoose(new Set(rows.filter(() => checked).map(({ id }) => id)))
        }
      />
      {count > 0 && (
        <>
          <Text size="sm" fw={500} role="status">
            {t('selected', { count })}
          </Text>
          {cause.isStuck ? (
            <Button
              size="sm"
              loading={retry.isPending}
              onClick={() => retry.mutate(target, { onSuccess: clear })}
            >
              {t('bringForwardSelected')}
            </Button>
          ) : (
            <RetryButton
              size="sm"
              onDone={clear}
              scope={scope}
              target={target}
              count={count}
              message={messageOf(chosen)}
            >
              {t('retrySelected')}
            </RetryButton>
          )}
          {!cause.isStuck && may.change && (
            <Button size="sm" variant="default" onClick={() => setDismissing(true)}>
              {t('dismissSelected')}
            </Button>
          )}
          <Button size="sm" variant="subtle" color="gray" onClick={clear}>
            {t('clearSelection')}
          </Button>
        </>
      )}
      {isDismissing && (
        <DismissDialog scope={scope} invoiceIds={chosenIds} onClose={closeDismissal} />
      )}
    </Group>
  );
}
