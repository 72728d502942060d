// Who may sign in, and whoever is to be invited: the same page for one company and for the whole
// service. Only the calls differ.

import { Button } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Empty } from '../../parts/empty.tsx';
import { notifyDone, useNotifyProblem } from '../../parts/notify.ts';
import { Page } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { InvitationShown } from './invitation-shown.tsx';
import { InviteForm } from './invite-form.tsx';
import type { NewUser } from './invite-form.tsx';
import { PeopleList } from './people-list.tsx';
import type { Person } from './people-list.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';
import type { SessionCalls } from './sessions-dialog.tsx';

type Invitation = Schema<'AdminInvitation'>;

/** What the API is asked for. */
export interface PeopleCalls {
  invite: (user: NewUser) => Promise<Invitation>;
  inviteAgain: (person: Person) => Promise<Invitation>;
  setActive: (person: Person, isActive: boolean) => Promise<unknown>;
  sessions: SessionCalls;
  /** Only for operators. */
  resetFactor?: (person: Person) => Promise<unknown>;
}

interface PeoplePageProps<Key extends QueryKey> {
  /** `users`: of the whole service, with their roles. */
  of: 'members' | 'users';
  people: UseQueryOptions<{ people: Person[] }, Error, { people: Person[] }, Key>;
  calls: PeopleCalls;
  /** Below the list. */
  children?: ReactNode;
}

/** The list, the invitation, and what can be done with a person. */
export function PeoplePage<Key extends QueryKey>({
  of,
  people,
  calls,
  children,
}: PeoplePageProps<Key>) {
  const { t } = useTranslation('people');
  const query = useQuery(people);
  const [isInviting, setInviting] = useState(false);
  const [watched, setWatched] = useState<Person | null>(null);
  const { invite, inviteAgain, setActive, resetFactor } = usePeopleChanges(calls, people.queryKey);
  const shown = invite.data ?? inviteAgain.data;
  const withRole = of === 'users';
  const forget = () => {
    invite.reset();
    inviteAgain.reset();
    setInviting(false);
  };
  return (
    <Page
      title={t(`${of}.title`)}
      description={t(`${of}.intro`)}
      actions={
        <Button leftSection={<IconUserPlus size={18} />} onClick={() => setInviting(true)}>
          {t(`${of}.invite`)}
        </Button>
      }
    >
      <QueryView query={query} isEmpty={(found) => found.people.length === 0} empty={<Nobody />}>
        {(found) => (
          <PeopleList
            people={found.people}
            withRole={withRole}
            onInviteAgain={(person) => inviteAgain.mutate(person)}
            onSetActive={(person, isActive) => setActive.mutate({ person, isActive })}
            onSessions={setWatched}
            onResetFactor={calls.resetFactor && ((person) => resetFactor.mutate(person))}
          />
        )}
      </QueryView>
      {children}
      {watched && (
        <SessionsDialog person={watched} calls={calls.sessions} onClose={() => setWatched(null)} />
      )}
      {isInviting && !shown && (
        <InviteForm
          title={t(`${of}.invite`)}
          withRole={withRole}
          isWaiting={invite.isPending}
          error={invite.error}
          onSubmit={invite.mutate}
          onClose={forget}
        />
      )}
      {shown && (
        <InvitationShown name={shown.name} invitation={shown.invitation} onClose={forget} />
      )}
    </Page>
  );
}

function Nobody() {
  const { t } = useTranslation('people');
  return (
    <Empty icon={IconUsers} title={t('empty.title')}>
      {t('empty.text')}
    </Empty>
  );
}

function usePeopleChanges(calls: PeopleCalls, queryKey: QueryKey) {
  const { t } = useTranslation('people');
  const onError = useNotifyProblem();
  const cache = useQueryClient();
  const onSuccess = () => cache.invalidateQueries({ queryKey });
  const invite = useMutation({
    mutationFn: async (user: NewUser) => ({
      name: user.name,
      invitation: await calls.invite(user),
    }),
    // The form shows what is wrong.
    onSuccess,
  });
  const inviteAgain = useMutation({
    mutationFn: async (person: Person) => ({
      name: person.name,
      invitation: await calls.inviteAgain(person),
    }),
    onSuccess,
    onError,
  });
  const setActive = useMutation({
    mutationFn: ({ person, isActive }: { person: Person; isActive: boolean }) =>
      calls.setActive(person, isActive),
    onSuccess: async (_person, { isActive }) => {
      await onSuccess();
      notifyDone(isActive ? t('enabled') : t('disabled'));
    },
    onError,
  });
  const resetFactor = useMutation({
    mutationFn: async (person: Person) => calls.resetFactor?.(person),
    onSuccess: async () => {
      await onSuccess();
      notifyDone(t('factorReset'));
    },
    onError,
  });
  return { invite, inviteAgain, setActive, resetFactor };
}
