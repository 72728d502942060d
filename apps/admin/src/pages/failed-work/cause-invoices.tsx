import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../i18n/i18n.ts';
import { Failure } from '../../parts/failure.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { Loading } from '../../parts/loading.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';
import { useRetry } from './work-actions.ts';
import { workQuery } from './work-queries.ts';
import type { WorkScope } from './work-queries.ts';
import { WorkRecords } from './work-records.tsx';
import type { FailureCause } from './work-schemas.ts';

/** As many as one call takes. */
const MOST_SELECTED = 500;

/** The invoices of a cause: one, several or all that are shown can be chosen. */
export function CauseInvoices({ cause, scope }: { cause: FailureCause; scope: WorkScope }) {
  const { t } = useTranslation('failed-work');
  const query = useInfiniteQuery(workQuery(scope, cause.cause));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const retry = useRetry(scope);
  const rows = query.data?.pages.flatMap((page) => page.invoices);
  if (query.isError && !rows) {
    return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!rows) return <Loading lines={3} />;
  // What has left the list meanwhile is not chosen any more.
  const ids = rows.map(({ id }) => id).filter((id) => chosen.has(id));
  const begin = () => {
    retry.mutate(
      { invoiceIds: ids.slice(0, MOST_SELECTED) },
      { onSuccess: () => setChosen(new Set()) },
    );
  };
  return (
    <Stack gap="md">
      <Toolbar
        cause={cause}
        rowIds={rows.map(({ id }) => id)}
        chosenIds={ids}
        isBusy={retry.isPending}
        onChoose={setChosen}
        onRetry={begin}
        onDismiss={() => setDismissed(ids)}
      />
      <WorkRecords
        label={t('affected')}
        rows={rows}
        scope={scope}
        {...(cause.canRetry && { selection: { chosen, onChange: setChosen } })}
      />
      {query.hasNextPage && <LoadMore query={query} />}
      <DismissDialog
        scope={scope}
        invoiceIds={dismissed}
        onClose={() => {
          setDismissed([]);
          setChosen(new Set());
        }}
      />
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
          {!cause.isStuck && (
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
