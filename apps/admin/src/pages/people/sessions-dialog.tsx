import { Button, Group, Stack, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { notifyDone, useNotifyProblem } from '../../parts/notify.ts';
import { QueryView } from '../../parts/query-view.tsx';
import { SessionList } from '../account/session-list.tsx';
import type { Person } from './people-list.tsx';

/** What the API is asked for; for members and for users by other paths. */
export interface SessionCalls {
  list: (person: Person) => Promise<Schema<'AdminSessionList'>>;
  /** @param sessionId null for all of them. */
  end: (person: Person, sessionId: string | null) => Promise<unknown>;
}

interface SessionsDialogProps {
  person: Person;
  calls: SessionCalls;
  onClose: () => void;
}

/** Where somebody else is signed in, and the way to end it. */
export function SessionsDialog({ person, calls, onClose }: SessionsDialogProps) {
  const { t } = useTranslation('people');
  const cache = useQueryClient();
  const options = queryOptions({
    queryKey: ['people', person.id, 'sessions'],
    queryFn: () => calls.list(person),
    staleTime: 0,
  });
  const query = useQuery(options);
  const end = useMutation({
    mutationFn: (sessionId: string | null) => calls.end(person, sessionId),
    onSuccess: async () => {
      await cache.invalidateQueries(options);
      notifyDone(t('sessions.ended'));
    },
    onError: useNotifyProblem(),
  });
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
            <SessionList
              sessions={sessions}
              isWaiting={end.isPending}
              onEnd={(id) => end.mutate(id)}
            />
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
