import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api/client.ts';
import type { Answer } from '../../../api/contract.ts';
import { QueryView } from '../../../components/state/query-view.tsx';
import { Records } from '../../../components/table/records.tsx';
import { RelativeMoment } from '../../../components/text/relative-moment.tsx';
import { Moment, Note, PageLink } from '../../../components/text/text.tsx';
import { useFormats } from '../../../format/use-formats.ts';
import { useTranslation } from '../../../i18n/i18n.ts';
import type { LaneName } from '../health.ts';

type Detail = Answer<'get', '/operations/lane'>;

const EVERY_MS = 5_000;

/** The jobs of a lane, the oldest first, and what it did in each hour of the last day. */
export function LaneDetail({ lane }: { lane: LaneName }) {
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
            cell: ({ createdAt }) => <RelativeMoment at={createdAt} />,
          },
          {
            header: t('queues.job.next'),
            cell: ({ state, scheduledAt }) =>
              scheduledAt === null ? (
                t('queues.job.byHand')
              ) : state === 'postponed' ? (
                <RelativeMoment at={scheduledAt} />
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
          { header: t('queues.hour'), cell: ({ hour }) => <Moment at={hour} /> },
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
