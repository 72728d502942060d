import { Button, Group, Text, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { call, read } from '../../../api/client.ts';
import { Dialog } from '../../../components/dialog/dialog.tsx';
import { ReasonDialog } from '../../../components/dialog/reason-dialog.tsx';
import { ChangeButton, useChange } from '../../../components/form/change.tsx';
import { useTranslation } from '../../../i18n/i18n.ts';
import type { LaneName } from '../health.ts';
import { useWords } from '../words.ts';
import { useQuery } from '@tanstack/react-query';
import type { ResponseBody } from '../../../api/contract.ts';
import { QueryView } from '../../../components/state/query-view.tsx';
import { Records } from '../../../components/table/records.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { Instant, Note, PageLink } from '../../../components/text/text.tsx';
import { useFormats } from '../../../format/use-formats.ts';

/** What an operator does with a lane: looks into it, pauses and resumes it. */
export function LaneActions({ lane, isPaused }: { lane: LaneName; isPaused: boolean }) {
  const { t } = useTranslation('operations');
  const queue = useWords().queue(lane);
  const [open, setOpen] = useState<'detail' | 'pause' | null>(null);
  const close = () => setOpen(null);
  const resume = useChange(() => call('post', '/operations/lane/resume', { body: { lane } }), {
    done: t('queues.resumedDone'),
  });
  return (
    <Group gap="xs" mt="sm">
      <Button
        size="xs"
        variant="default"
        aria-label={t('queues.showOf', { queue })}
        onClick={() => setOpen('detail')}
      >
        {t('queues.show')}
      </Button>
      {isPaused ? (
        <ChangeButton size="xs" change={resume} aria-label={t('queues.resumeOf', { queue })}>
          {t('queues.resume')}
        </ChangeButton>
      ) : (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={t('queues.pauseOf', { queue })}
          onClick={() => setOpen('pause')}
        >
          {t('queues.pause')}
        </Button>
      )}
      {open === 'detail' && (
        <Dialog title={queue} size="xl" onClose={close}>
          <LaneDetail lane={lane} />
        </Dialog>
      )}
      {open === 'pause' && <PauseDialog lane={lane} onClose={close} />}
    </Group>
  );
}

function PauseDialog({ lane, onClose }: { lane: LaneName; onClose: () => void }) {
  const { t } = useTranslation('operations');
  const queue = useWords().queue(lane);
  const pause = useChange(
    (reason: string) => call('post', '/operations/lane/pause', { body: { lane, reason } }),
    { done: t('queues.pausedDone'), onDone: onClose, onError: 'shown' },
  );
  return (
    <ReasonDialog
      title={t('queues.pauseTitle', { queue })}
      submit={t('queues.pause')}
      change={pause}
      field={{ label: t('queues.reason') }}
      missing={t('queues.reasonMissing')}
      onClose={onClose}
    >
      <Text size="sm">{t('queues.pauseText')}</Text>
      {lane === 'fiscalization' && (
        <Text size="sm" fw={600}>
          {t('queues.pauseSales')}
        </Text>
      )}
    </ReasonDialog>
  );
}

type Detail = ResponseBody<'get', '/operations/lane'>;

const EVERY_MS = 5_000;

/** The jobs of a lane, the oldest first, and what it did in each hour of the last day. */
function LaneDetail({ lane }: { lane: LaneName }) {
  const query = useQuery({ ...read('/operations/lane', { lane }), refetchInterval: EVERY_MS });
  return (
    <QueryView query={query}>
      {(detail) => (
        <Stack gap="lg">
          <Jobs jobs={detail.jobs} />
          <Hours hours={detail.hours} />
        </Stack>
      )}
    </QueryView>
  );
}

function Jobs({ jobs }: Pick<Detail, 'jobs'>) {
  const { t } = useTranslation('operations');
  if (jobs.length === 0) return <Note>{t('queues.noJobs')}</Note>;
  return (
    <div>
      <Title order={3} mb="xs">
        {t('queues.jobs')}
      </Title>
      <Records
        label={t('queues.jobs')}
        rows={jobs.map((job) => ({ ...job, id: `${job.subjectId} ${job.kind}` }))}
        columns={[
          { header: t('queues.job.subject'), cell: (job) => <Subject job={job} /> },
          { header: t('queues.job.company'), isWordy: true, cell: (job) => job.companyName },
          { header: t('queues.job.state'), cell: ({ state }) => t(`queues.job.${state}`) },
          {
            header: t('queues.job.attempts'),
            align: 'right',
            cell: ({ attempts }) => attempts,
          },
          {
            header: t('queues.job.since'),
            cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
          },
          {
            header: t('queues.job.next'),
            cell: ({ state, scheduledAt }) =>
              scheduledAt === null ? (
                t('queues.job.byHand')
              ) : state === 'postponed' ? (
                <RelativeTime at={scheduledAt} />
              ) : (
                '–'
              ),
          },
        ]}
      />
    </div>
  );
}

function Subject({ job }: { job: Detail['jobs'][number] }) {
  const { t } = useTranslation('operations');
  const { kind, companyId, subjectId, environment } = job;
  if (kind === 'key_operation') return t('queues.job.operation');
  const to = `/companies/${companyId}/invoices/${subjectId}?environment=${environment}`;
  return <PageLink to={to}>{t('queues.job.invoice')}</PageLink>;
}

function Hours({ hours }: Pick<Detail, 'hours'>) {
  const { t } = useTranslation('operations');
  const { number } = useFormats();
  if (hours.length === 0) return <Note>{t('queues.noHours')}</Note>;
  return (
    <div>
      <Title order={3} mb="xs">
        {t('queues.hours')}
      </Title>
      <Records
        label={t('queues.hours')}
        rows={hours.map((hour) => ({ ...hour, id: hour.hour })).toReversed()}
        columns={[
          { header: t('queues.hour'), cell: ({ hour }) => <Instant at={hour} /> },
          { header: t('queues.done'), align: 'right', cell: ({ done }) => number(done) },
          {
            header: t('queues.failedJobs'),
            align: 'right',
            cell: ({ failed }) => number(failed),
          },
        ]}
      />
    </div>
  );
}
