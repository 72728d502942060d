import { Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Page } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { Note } from '../../components/text/text.tsx';
import { Authority } from './authority.tsx';
import { healthQuery, HEALTH_STREAM } from './health.ts';
import type { Health } from './health.ts';
import { SuspendedRegisters } from './suspended-registers.tsx';
import { LiveBadge } from '../../live/live-badge.tsx';
import { useEventStream } from '../../live/use-event-stream.ts';
import { Overview } from './overview.tsx';
import { PrintsAndOffline, Queues } from './queues.tsx';
import { Workers } from './workers.tsx';

/** The state of the service, live. For operators. */
export default function OperationsPage() {
  const { t } = useTranslation('operations');
  const formats = useFormats();
  const client = useQueryClient();
  const query = useQuery(healthQuery);
  const state = useEventStream(HEALTH_STREAM, {
    listeners: { health: (health) => client.setQueryData(healthQuery.queryKey, health as Health) },
    readAgain: () => void client.invalidateQueries({ queryKey: healthQuery.queryKey }),
  });
  return (
    <Page
      title={t('title')}
      description={t('intro')}
      width="wide"
      actions={
        <>
          {query.data && (
            <Note size="xs">
              {t('asOf', { time: formats.time(new Date(query.dataUpdatedAt)) })}
            </Note>
          )}
          <LiveBadge state={state} />
        </>
      }
    >
      <QueryView query={query}>
        {(health) => (
          <Stack gap="lg">
            <Overview health={health} />
            {health.heldRegisters > 0 && <SuspendedRegisters />}
            <Authority efi={health.efi} />
            <Queues health={health} />
            <Workers workers={health.workers} />
            <PrintsAndOffline health={health} />
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}
