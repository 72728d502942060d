import { Button, Group, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, api } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { leave } from '../../api/session.ts';
import { askFirst } from '../../parts/confirm.ts';
import { Moment } from '../../parts/moment.tsx';
import { useNotifyProblem } from '../../parts/notify.ts';
import { QueryView } from '../../parts/query-view.tsx';
import { Records } from '../../parts/records.tsx';
import type { Column } from '../../parts/records.tsx';
import { Section } from '../../parts/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { deviceName } from './device-name.ts';

type OwnSession = Schema<'AdminSessionList'>['sessions'][number];

const sessionsQuery = queryOptions({
  queryKey: ['session', 'list'],
  queryFn: ({ signal }) => answer(api.GET('/admin/api/session/list', { signal })),
});

/** Where the person is signed in, and the way out everywhere. */
export function SessionsSection() {
  const { t } = useTranslation('account');
  const query = useQuery(sessionsQuery);
  const columns = useColumns();
  const notifyProblem = useNotifyProblem();
  const signOut = useMutation({
    mutationFn: () => answer(api.POST('/admin/api/sign-out-everywhere')),
    onSuccess: leave,
    onError: notifyProblem,
  });
  const everywhere = () =>
    askFirst({
      title: t('sessions.askTitle'),
      text: t('sessions.askText'),
      confirm: t('sessions.everywhere'),
      isGrave: true,
      onConfirm: () => signOut.mutate(),
    });
  return (
    <Section
      title={t('sessions.title')}
      description={t('sessions.text')}
      actions={
        <Button variant="default" onClick={everywhere} loading={signOut.isPending}>
          {t('sessions.everywhere')}
        </Button>
      }
    >
      <QueryView query={query}>
        {({ sessions }) => (
          <Records
            label={t('sessions.label')}
            rows={sessions}
            idOf={({ id }) => id}
            columns={columns}
          />
        )}
      </QueryView>
    </Section>
  );
}

function useColumns(): readonly Column<OwnSession>[] {
  const { t } = useTranslation('account');
  return [
    {
      key: 'device',
      header: t('sessions.device'),
      cell: (session) => <Device session={session} />,
    },
    { key: 'address', header: t('sessions.address'), cell: ({ address }) => address },
    {
      key: 'since',
      header: t('sessions.since'),
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      key: 'lastSeen',
      header: t('sessions.lastSeen'),
      cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} form="relative" />,
    },
  ];
}

function Device({ session }: { session: OwnSession }) {
  const { t } = useTranslation('account');
  const device = deviceName(session.userAgent);
  return (
    <Group gap="xs">
      <Text size="sm" fw={500} title={session.userAgent}>
        {device ? t('sessions.on', device) : t('sessions.unknown')}
      </Text>
      {session.isCurrent && <StatusBadge tone="info">{t('sessions.current')}</StatusBadge>}
    </Group>
  );
}
