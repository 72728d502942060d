import {
  Alert,
  Box,
  Button,
  Collapse,
  Group,
  Paper,
  Stack,
  Text,
  ThemeIcon,
  Title,
  Checkbox,
} from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconRefresh, IconTool } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatDuration } from '../../../format/time.ts';
import { useTranslation } from '../../../i18n/i18n.ts';
import { ChangeButton } from '../../../components/form/change.tsx';
import { StatusBadge, Note } from '../../../components/text/text.tsx';
import { useNow } from '../../../components/use-now.ts';
import { AuthorityWords, useFailureWords } from '../failure-words.tsx';
import { AffectedTills } from '../remedy/affected-tills.tsx';
import { RetryButton } from '../retry/retry-button.tsx';
import { useRetry, workQuery } from '../work.ts';
import type { FailureCause, WorkScope, FailedInvoice } from '../work.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMay } from '../../../api/may.ts';
import { PagedView } from '../../../components/state/query-view.tsx';
import type { StoredMessage } from '../retry/retry-button.tsx';
import { DismissDialog } from '../dismiss-dialog.tsx';
import { WorkRecords } from '../work-records.tsx';

interface CauseCardProps {
  cause: FailureCause;
  scope: WorkScope;
}

/**
 * One cause: what happened, in whose words, what helps, and the invoices when they are asked for.
 */
export function CauseCard({ cause, scope }: CauseCardProps) {
  const { t } = useTranslation('failed-work');
  const words = useFailureWords();
  const [isOpen, setOpen] = useState(false);
  const { count, urgent, oldest, retryable, isStuck } = cause;
  const now = useNow(30_000);
  const age = formatDuration((now.getTime() - Date.parse(oldest)) / 1_000);
  const [heading, list] = [useId(), useId()];
  const remedy = words.remedyOf(cause);
  return (
    <Paper withBorder component="section" aria-labelledby={heading}>
      <Stack gap="md" p={{ base: 'md', sm: 'lg' }}>
        <Group justify="space-between" align="flex-start" gap="md">
          <Title order={2} id={heading} maw={640}>
            {words.nameOf(cause)}
          </Title>
          <Group gap="sm" align="center">
            {urgent > 0 && (
              <StatusBadge tone="bad">{t('urgentCount', { count: urgent })}</StatusBadge>
            )}
            <Text span fw={600} size="lg">
              {t('invoices', { count })}
            </Text>
            <Note span>{t('oldest', { age })}</Note>
            <StatusBadge tone={isStuck ? 'warning' : retryable ? 'waiting' : 'bad'}>
              {isStuck ? t('stuck') : retryable ? t('retryable') : t('notRetryable')}
            </StatusBadge>
          </Group>
        </Group>
        {cause.urgent > 0 && (
          <Alert color="red" icon={<IconAlertTriangle />} title={t('urgent')}>
            {t('urgentText', { count: cause.urgent })}
          </Alert>
        )}
        {/* Stuck work has no refusal to quote. */}
        {!cause.isStuck && <AuthorityWords {...cause} />}
        {remedy !== null && (
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <ThemeIcon variant="light" size={30} radius="xl" aria-hidden>
              <IconTool size={17} />
            </ThemeIcon>
            <div>
              <Note size="xs">{t('whatToDo')}</Note>
              <Text>{remedy}</Text>
            </div>
          </Group>
        )}
        {!cause.isStuck && <AffectedTills cause={cause} scope={scope} />}
        <Group gap="sm">
          {!cause.canRetry ? null : cause.isStuck ? (
            <BringForward cause={cause} scope={scope} />
          ) : (
            <RetryButton
              variant={cause.remedyAction === null && cause.retryable ? 'filled' : 'default'}
              scope={scope}
              target={{ cause: cause.cause }}
              count={cause.count}
            >
              {t('retryAll')}
            </RetryButton>
          )}
          <Button
            variant="subtle"
            aria-expanded={isOpen}
            aria-controls={list}
            rightSection={
              <IconChevronDown
                size={16}
                aria-hidden
                style={{ rotate: isOpen ? '180deg' : '0deg', transition: 'rotate 150ms' }}
              />
            }
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('hide') : t('show')}
          </Button>
        </Group>
      </Stack>
      <Collapse expanded={isOpen} id={list}>
        <Box
          px={{ base: 'sm', sm: 'lg' }}
          pt={{ base: 'sm', sm: 'md' }}
          pb={{ base: 'sm', sm: 'lg' }}
          style={{ borderTop: '1px solid var(--line)' }}
        >
          {isOpen && <CauseInvoices cause={cause} scope={scope} />}
        </Box>
      </Collapse>
    </Paper>
  );
}

function BringForward({ cause: { cause, count }, scope }: CauseCardProps) {
  const { t } = useTranslation('failed-work');
  const retry = useRetry(scope);
  return (
    <ChangeButton
      leftSection={<IconRefresh size={16} aria-hidden />}
      change={{ ...retry, mutate: () => retry.mutate({ cause }) }}
      question={{ title: t('bringForwardTitle'), text: t('bringForwardText', { count }) }}
    >
      {t('bringForwardAll')}
    </ChangeButton>
  );
}

/** As many as one call takes. */
const MOST_SELECTED = 500;

interface CauseInvoicesProps {
  cause: FailureCause;
  scope: WorkScope;
}

function CauseInvoices({ cause, scope }: CauseInvoicesProps) {
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
          <Text size="sm" fw={600} role="status">
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
