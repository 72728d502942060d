import { Button } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { call, read } from '../../api/client.ts';
import { useChange } from '../../components/form/change.tsx';
import { Page } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { InvitationShown, InviteForm } from './invitation.tsx';
import type { NewUser } from './invitation.tsx';
import { PeopleList, peoplePath } from './people-list.tsx';
import type { Person } from './people-list.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';

interface PeoplePageProps {
  /** Whose admins; null for everybody who may sign in to the service, with their roles. */
  companyId: string | null;
  /** Below the list. */
  children?: ReactNode;
}

/** Everybody who may sign in; for operators. */
export default function UsersPage() {
  return <PeoplePage companyId={null} />;
}

/** The list, the invitation, and what can be done with a person. */
export function PeoplePage({ companyId, children }: PeoplePageProps) {
  const { t } = useTranslation('people');
  const of = companyId === null ? 'users' : 'members';
  const query = useQuery(read(peoplePath(companyId), { companyId }));
  const [isInviting, setInviting] = useState(false);
  const [watched, setWatched] = useState<Person | null>(null);
  const { invite, inviteAgain, setActive, resetFactor } = usePeopleChanges(companyId);
  const shown = invite.data ?? inviteAgain.data;
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
        empty={{ icon: IconUsers, title: t('empty.title'), text: t('empty.text') }}
      >
        {({ people }) => (
          <PeopleList
            people={people}
            isOfService={companyId === null}
            onInviteAgain={inviteAgain.mutate}
            onSetActive={(person, isActive) => setActive.mutate({ person, isActive })}
            onSessions={setWatched}
            onResetFactor={resetFactor.mutate}
          />
        )}
      </QueryView>
      {children}
      {watched && (
        <SessionsDialog person={watched} companyId={companyId} onClose={() => setWatched(null)} />
      )}
      {isInviting && !shown && (
        <InviteForm
          title={t(`${of}.invite`)}
          withRole={companyId === null}
          change={invite}
          onSubmit={invite.mutateAsync}
          onClose={reset}
        />
      )}
      {shown && <InvitationShown {...shown} onClose={reset} />}
    </Page>
  );
}

function usePeopleChanges(companyId: string | null) {
  const { t } = useTranslation('people');
  const path = `${peoplePath(companyId)}/{userId}` as const;
  const idsOf = ({ id }: Person) => ({ companyId, userId: id });
  const invite = useChange(
    async (body: NewUser) => {
      const { name, email } = body;
      const { invitation } = await (companyId === null
        ? call('post', '/users', { body })
        : call('post', '/companies/{companyId}/members', { companyId, body: { name, email } }));
      return { name, invitation };
    },
    { onError: 'shown' },
  );
  const inviteAgain = useChange(
    async (person: Person) => ({
      name: person.name,
      invitation: await call('post', `${path}/invitation`, idsOf(person)),
    }),
    {},
  );
  const setActive = useChange(
    ({ person, isActive }: { person: Person; isActive: boolean }) =>
      call('patch', path, { ...idsOf(person), version: person.version, body: { isActive } }),
    { done: (_person, { isActive }) => (isActive ? t('enabled') : t('disabled')) },
  );
  const resetFactor = useChange(
    ({ id: userId }: Person) => call('delete', '/users/{userId}/second-factor', { userId }),
    { done: t('factorReset') },
  );
  return { invite, inviteAgain, setActive, resetFactor };
}
