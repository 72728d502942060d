// Who may sign in, and who is invited: the same page for one company and for the whole
// service. Only the calls differ.

import { Button } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/contract.ts';
import { Empty } from '../../components/empty.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useChange } from '../../components/use-change.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { InvitationShown, InviteForm } from './invitation.tsx';
import type { NewUser } from './invitation.tsx';
import { PeopleList } from './people-list.tsx';
import type { Person } from './people-list.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';
import type { SessionCalls } from './sessions-dialog.tsx';

type Invitation = Schema<'AdminInvitation'>;

/** What the API is asked for. */
export interface PeopleCalls extends SessionCalls {
  /** Key of the list. */
  queryKey: QueryKey;
  people: () => Promise<{ people: Person[] }>;
  invite: (user: NewUser) => Promise<{ invitation: Invitation }>;
  inviteAgain: (person: Person) => Promise<Invitation>;
  setActive: (person: Person, isActive: boolean) => Promise<unknown>;
  /** Only for operators. */
  resetFactor?: (person: Person) => Promise<unknown>;
}

interface PeoplePageProps {
  /** `users`: of the whole service, with their roles. */
  of: 'members' | 'users';
  calls: PeopleCalls;
  /** Below the list. */
  children?: ReactNode;
}

/** The list, the invitation, and what can be done with a person. */
export function PeoplePage({ of, calls, children }: PeoplePageProps) {
  const { t } = useTranslation('people');
  const query = useQuery({ queryKey: calls.queryKey, queryFn: calls.people });
  const [isInviting, setInviting] = useState(false);
  const [watched, setWatched] = useState<Person | null>(null);
  const { invite, inviteAgain, setActive, resetFactor } = usePeopleChanges(calls);
  const shown = invite.data ?? inviteAgain.data;
  const withRole = of === 'users';
  const reset = () => {
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
      <QueryView
        query={query}
        isEmpty={({ people }) => people.length === 0}
        empty={
          <Empty icon={IconUsers} title={t('empty.title')}>
            {t('empty.text')}
          </Empty>
        }
      >
        {({ people }) => (
          <PeopleList
            people={people}
            withRole={withRole}
            onInviteAgain={inviteAgain.mutate}
            onSetActive={(person, isActive) => setActive.mutate({ person, isActive })}
            onSessions={setWatched}
            onResetFactor={calls.resetFactor && resetFactor.mutate}
          />
        )}
      </QueryView>
      {children}
      {watched && (
        <SessionsDialog person={watched} calls={calls} onClose={() => setWatched(null)} />
      )}
      {isInviting && !shown && (
        <InviteForm
          title={t(`${of}.invite`)}
          withRole={withRole}
          isWaiting={invite.isPending}
          error={invite.error}
          onSubmit={invite.mutate}
          onClose={reset}
        />
      )}
      {shown && <InvitationShown name={shown.name} invitation={shown.invitation} onClose={reset} />}
    </Page>
  );
}

function usePeopleChanges(calls: PeopleCalls) {
  const { t } = useTranslation('people');
  const refreshes = [calls.queryKey];
  const invite = useChange(
    async (user: NewUser) => ({
      name: user.name,
      invitation: (await calls.invite(user)).invitation,
    }),
    { refreshes, onError: 'shown' },
  );
  const inviteAgain = useChange(
    async (person: Person) => ({
      name: person.name,
      invitation: await calls.inviteAgain(person),
    }),
    { refreshes },
  );
  const setActive = useChange(
    ({ person, isActive }: { person: Person; isActive: boolean }) =>
      calls.setActive(person, isActive),
    { refreshes, done: (_person, { isActive }) => (isActive ? t('enabled') : t('disabled')) },
  );
  const resetFactor = useChange(async (person: Person) => calls.resetFactor?.(person), {
    refreshes,
    done: t('factorReset'),
  });
  return { invite, inviteAgain, setActive, resetFactor };
}
