import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call, read } from '../../api/client.ts';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { withIdentity } from '../../components/dialog/identity.ts';
import { ChangeButton, useChange } from '../../components/form/change.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { SessionList } from '../account/session-list.tsx';
import { peoplePath } from './people-path.ts';
import type { Person } from './people-list.tsx';

interface SessionsDialogProps {
  person: Person;
  /** Null for a person of the service. */
  companyId: string | null;
  onClose: () => void;
}

/** Where another person is signed in, and the way to end it. */
export function SessionsDialog({ person, companyId, onClose }: SessionsDialogProps) {
  const { t } = useTranslation('people');
  const path = `${peoplePath(companyId)}/{userId}/sessions` as const;
  const ofPerson = { companyId, userId: person.id };
  const sessionsQuery = { ...read(path, ofPerson), staleTime: 0 };
  const query = useQuery(sessionsQuery);
  const end = useChange(
    (sessionId: string | null) =>
      withIdentity(() =>
        sessionId === null
          ? call('delete', path, ofPerson)
          : call('delete', `${path}/{sessionId}`, { ...ofPerson, sessionId }),
      ),
    { done: t('sessions.ended') },
  );
  const name = person.name === '' ? person.email : person.name;
  return (
    <Dialog onClose={onClose} title={t('sessions.title', { name })} size="xl">
      <QueryView
        query={query}
        isEmpty={({ sessions }) => sessions.length === 0}
        empty={t('sessions.none')}
      >
        {({ sessions }) => (
          <Stack>
            <SessionList sessions={sessions} isWaiting={end.isPending} onEnd={end.mutate} />
            <Group justify="flex-end">
              <ChangeButton color="red" change={{ ...end, mutate: () => end.mutate(null) }}>
                {t('sessions.endAll')}
              </ChangeButton>
            </Group>
          </Stack>
        )}
      </QueryView>
    </Dialog>
  );
}
