import { Button, Group, Text } from '@mantine/core';
import type { Schema } from '../../api/contract.ts';
import { Records } from '../../components/table/records.tsx';
import { Instant, StatusBadge } from '../../components/text/text.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
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
  const nameOf = ({ userAgent }: Session) => {
    const device = deviceName(userAgent);
    return device ? t('sessions.on', device) : t('sessions.unknown');
  };
  return (
    <Records
      label={t('sessions.label')}
      rows={sessions}
      columns={[
        {
          header: t('sessions.device'),
          cell: (session) => (
            <Group gap="xs">
              <Text size="sm" fw={600} title={session.userAgent}>
                {nameOf(session)}
              </Text>
              {session.isCurrent && <StatusBadge tone="info">{t('sessions.current')}</StatusBadge>}
            </Group>
          ),
        },
        { header: t('sessions.address'), cell: ({ address }) => address },
        { header: t('sessions.since'), cell: ({ createdAt }) => <Instant at={createdAt} /> },
        {
          header: t('sessions.lastSeen'),
          cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
        },
        {
          isActions: true,
          cell: (session) =>
            !session.isCurrent && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                aria-label={t('sessions.endNamed', {
                  device: nameOf(session),
                  address: session.address,
                })}
                disabled={isWaiting}
                onClick={() => onEnd(session.id)}
              >
                {t('sessions.end')}
              </Button>
            ),
        },
      ]}
    />
  );
}
