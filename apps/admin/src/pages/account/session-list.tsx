import { Button, Group, Text } from '@mantine/core';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Moment } from '../../components/moment.tsx';
import { Records } from '../../components/records.tsx';
import type { Column } from '../../components/records.tsx';
import { RelativeMoment } from '../../components/relative-moment.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { deviceName } from './device-name.ts';

type Session = Schema<'AdminSessionList'>['sessions'][number];

interface SessionListProps {
  sessions: readonly Session[];
  /** One of them is being ended. */
  isWaiting: boolean;
  onEnd: (sessionId: string) => void;
}

/** The browsers in which a person is signed in; each but the one in use can be signed out. */
export function SessionList({ sessions, isWaiting, onEnd }: SessionListProps) {
  const { t } = useTranslation('account');
  const columns: Column<Session>[] = [
    { header: t('sessions.device'), cell: (session) => <Device session={session} /> },
    { header: t('sessions.address'), cell: ({ address }) => address },
    { header: t('sessions.since'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      header: t('sessions.lastSeen'),
      cell: ({ lastSeenAt }) => <RelativeMoment at={lastSeenAt} />,
    },
    {
      isActions: true,
      cell: (session) =>
        session.isCurrent ? null : (
          <End session={session} isWaiting={isWaiting} onEnd={() => onEnd(session.id)} />
        ),
    },
  ];
  return <Records label={t('sessions.label')} rows={sessions} columns={columns} />;
}

function useDeviceWords({ userAgent }: Session): string {
  const { t } = useTranslation('account');
  const device = deviceName(userAgent);
  return device ? t('sessions.on', device) : t('sessions.unknown');
}

function Device({ session }: { session: Session }) {
  const { t } = useTranslation('account');
  const words = useDeviceWords(session);
  return (
    <Group gap="xs">
      <Text size="sm" fw={500} title={session.userAgent}>
        {words}
      </Text>
      {session.isCurrent && <StatusBadge tone="info">{t('sessions.current')}</StatusBadge>}
    </Group>
  );
}

interface EndProps {
  session: Session;
  isWaiting: boolean;
  onEnd: () => void;
}

function End({ session, isWaiting, onEnd }: EndProps) {
  const { t } = useTranslation('account');
  const device = useDeviceWords(session);
  const { address } = session;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      aria-label={t('sessions.endNamed', { device, address })}
      disabled={isWaiting}
      onClick={onEnd}
    >
      {t('sessions.end')}
    </Button>
  );
}
