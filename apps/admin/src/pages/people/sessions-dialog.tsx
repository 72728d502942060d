import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../api/contract.ts';
import { Dialog } from '../../components/dialog.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useChange } from '../../components/use-change.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { SessionList } from '../account/session-list.tsx';
import type { Person } from './people-list.tsx';

/** What the API is asked for; for members and for users by other paths. */
export interface SessionCalls {
  sessions: (person: Person) => Promise<Schema<'AdminSessionList'>>;
  endSession: (person: Person, sessionId: string) => Promise<unknown>;
  endSessions: (person: Person) => Promise<unknown>;
}

interface SessionsDialogProps {
  person: Person;
  calls: SessionCalls;
  onClose: () => void;
}

/** Where another person is signed in, and the way to end it. */
export function SessionsDialog({ person, calls, onClose }: SessionsDialogProps) {
  const { t } = useTranslation('people');
  const queryKey = ['people', person.id, 'sessions'];
  const query = useQuery({ queryKey, queryFn: () => calls.sessions(person), staleTime: 0 });
  const end = useChange(
    (sessionId: string | null) =>
      sessionId === null ? calls.endSessions(person) : calls.endSession(person, sessionId),
    { refreshes: [queryKey], done: t('sessions.ended') },
  );
  const name = person.name === '' ? person.email : person.name;
  return (
    <Dialog onClose={onClose} title={t('sessions.title', { name })} size="xl">
      <QueryView
        query={query}
        isEmpty={({ sessions }) => sessions.length === 0}
        empty={<Text size="sm">{t('sessions.none')}</Text>}
      >
        {({ sessions }) => (
          <Stack>
            <SessionList sessions={sessions} isWaiting={end.isPending} onEnd={end.mutate} />
            <Group justify="flex-end">
              <Button color="red" loading={end.isPending} onClick={() => end.mutate(null)}>
                {t('sessions.endAll')}
              </Button>
            </Group>
          </Stack>
        )}
      </QueryView>
    </Dialog>
  );
}
