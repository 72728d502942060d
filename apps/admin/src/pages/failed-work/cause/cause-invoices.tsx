import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../../api/may.ts';
import { PagedView } from '../../../components/state/query-view.tsx';
import { useTranslation } from '../../../i18n/i18n.ts';
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

/** One, several or all that are shown can be chosen. */
function Choosable({
  cause,
  scope,
  rows,
}: CauseInvoicesProps & { rows: readonly FailedInvoice[] }) {
  const { t } = useTranslation('failed-work');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isDismissing, setDismissing] = useState(false);
  const retry = useRetry(scope);
  // What has left the list meanwhile is not chosen any more.
  const ids = rows.map(({ id }) => id).filter((id) => chosen.has(id));
  const clear = () => setChosen(new Set());
  return (
    <Stack gap="md">
      <Toolbar
        cause={cause}
        rowIds={rows.map(({ id }) => id)}
        chosenIds={ids}
        isBusy={retry.isPending}
        onChoose={setChosen}
        onRetry={() =>
          retry.mutate({ invoiceIds: ids.slice(0, MOST_SELECTED) }, { onSuccess: clear })
        }
        onDismiss={() => setDismissing(true)}
      />
      <WorkRecords
        label={t('affected')}
        rows={rows}
        scope={scope}
        {...(cause.canRetry && { selection: { chosen, onChange: setChosen } })}
      />
      {isDismissing && (
        <DismissDialog
          scope={scope}
          invoiceIds={ids}
          onClose={() => {
            setDismissing(false);
            clear();
          }}
        />
      )}
    </Stack>
  );
}

interface ToolbarProps {
  cause: FailureCause;
  rowIds: readonly string[];
  chosenIds: readonly string[];
  isBusy: boolean;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onRetry: () => void;
  onDismiss: () => void;
}

/** What can be done with those that are chosen. */
function Toolbar(props: ToolbarProps) {
  const { cause, rowIds, chosenIds, isBusy, onChoose, onRetry, onDismiss } = props;
  const { t } = useTranslation('failed-work');
  const may = useMay();
  if (!cause.canRetry) return null;
  const count = chosenIds.length;
  return (
    <Group gap="sm" role="group" aria-label={t('affected')} mih={36}>
      <Checkbox
        label={t('selectAll')}
        checked={count > 0 && count === rowIds.length}
        indeterminate={count > 0 && count < rowIds.length}
        onChange={(event) => onChoose(new Set(event.currentTarget.checked ? rowIds : []))}
      />
      {count > 0 && (
        <>
          <Text size="sm" fw={500} role="status">
            {t('selected', { count })}
          </Text>
          <Button size="sm" loading={isBusy} onClick={onRetry}>
            {cause.isStuck ? t('bringForwardSelected') : t('retrySelected')}
          </Button>
          {!cause.isStuck && may.change && (
            <Button size="sm" variant="default" onClick={onDismiss}>
              {t('dismissSelected')}
            </Button>
          )}
          <Button size="sm" variant="subtle" color="gray" onClick={() => onChoose(new Set())}>
            {t('clearSelection')}
          </Button>
        </>
      )}
    </Group>
  );
}
