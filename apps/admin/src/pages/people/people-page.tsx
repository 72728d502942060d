import { Button, TextInput, Group, Stack } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFilterOff, IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { call, readPages, read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { withIdentity } from '../../components/dialog/identity.ts';
import { useChange, ChangeButton } from '../../components/form/change.tsx';
import { Page } from '../../components/page/page.tsx';
import { PagedView, QueryView } from '../../components/state/query-view.tsx';
import { useSearch } from '../../components/use-search.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { InvitationShown, InviteForm } from './invitation.tsx';
import type { NewUser } from './invitation.tsx';
import { PeopleList } from './people-list.tsx';
import type { Person } from './people-list.tsx';
import { peoplePath } from './people-path.ts';
import { FormDialog, Dialog } from '../../components/dialog/dialog.tsx';
import { Note } from '../../components/text/text.tsx';
import { COMPANY_ROLES, RoleChoice, SERVICE_ROLES } from './role-choice.tsx';
import { SessionList } from '../account/session-list.tsx';

interface PeoplePageProps {
  /** Whose people; null for everybody who may sign in to the service, with their roles. */
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
  const { query, search } = usePeople(companyId);
  const [filter, setFilter] = useSearch();
  const [isInviting, setInviting] = useState(filter.has('invite'));
  const [watched, setWatched] = useState<Person | null>(null);
  const [roleOf, setRoleOf] = useState<string | null>(null);
  const { invite, inviteAgain, setActive, resetFactor } = usePeopleChanges(companyId);
  const searchLater = useDebouncedCallback(
    (text: string) => setFilter({ search: text.trim() }),
    TYPING_MS,
  );
  const shown = invite.data ?? inviteAgain.data;
  // As it was read last: after a refusal the next try is made from that.
  const changed = query.data?.pages.flatMap(({ people }) => people).find(({ id }) => id === roleOf);
  const reset = () => {
    invite.reset();
    inviteAgain.reset();
    setInviting(false);
    if (filter.has('invite')) setFilter({ invite: null });
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
      <search aria-label={t('list')}>
        <TextInput
          type="search"
          mb="lg"
          w={{ base: '100%', xs: 320 }}
          label={t('search.label')}
          leftSection={<IconSearch size={16} aria-hidden />}
          defaultValue={filter.get('search') ?? ''}
          maxLength={200}
          onChange={(event) => searchLater(event.currentTarget.value)}
        />
      </search>
      <PagedView
        query={query}
        rowsOf={({ people }) => people}
        empty={
          search === null
            ? { icon: IconUsers, title: t('empty.title'), text: t('empty.text') }
            : { icon: IconFilterOff, title: t('search.none'), text: t('search.noneHint') }
        }
      >
        {(people) => (
          <PeopleList
            people={people}
            isOfService={companyId === null}
            onInviteAgain={inviteAgain.mutate}
            onSetActive={(person, isActive) => setActive.mutate({ person, isActive })}
            onSessions={setWatched}
            onRole={({ id }) => setRoleOf(id)}
            onResetFactor={resetFactor.mutate}
          />
        )}
      </PagedView>
      {children}
      {watched && (
        <SessionsDialog person={watched} companyId={companyId} onClose={() => setWatched(null)} />
      )}
      {changed && (
        <RoleDialog person={changed} companyId={companyId} onClose={() => setRoleOf(null)} />
      )}
      {isInviting && !shown && (
        <InviteForm
          title={t(`${of}.invite`)}
          isOfService={companyId === null}
          change={invite}
          onSubmit={invite.mutateAsync}
          onClose={reset}
        />
      )}
      {shown && <InvitationShown {...shown} onClose={reset} />}
    </Page>
  );
}

/** Those of the page's search. */
function usePeople(companyId: string | null) {
  const [filter] = useSearch();
  const search = filter.get('search');
  const query = useInfiniteQuery({
    ...readPages(peoplePath(companyId), { companyId: companyId ?? '', search }),
    placeholderData: keepPreviousData,
  });
  return { query, search };
}

const TYPING_MS = 300;

function usePeopleChanges(companyId: string | null) {
  const { t } = useTranslation('people');
  const path = `${peoplePath(companyId)}/{userId}` as const;
  const idsOf = ({ id }: Person) => ({ companyId, userId: id });
  const invite = useChange(
    async (body: NewUser) => {
      const { name, email, role } = body;
      const { invitation } = await (companyId === null
        ? call('post', '/users', { body })
        : call('post', '/companies/{companyId}/members', {
            companyId,
            // The form offers a company nothing else.
            body: { name, email, role: role as Schema<'AdminNewMember'>['role'] },
          }));
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
      withIdentity(() =>
        call('patch', path, { ...idsOf(person), version: person.version, body: { isActive } }),
      ),
    { done: (_person, { isActive }) => (isActive ? t('enabled') : t('disabled')) },
  );
  const resetFactor = useChange(
    ({ id: userId }: Person) =>
      withIdentity(() => call('delete', '/users/{userId}/second-factor', { userId })),
    { done: t('factorReset') },
  );
  return { invite, inviteAgain, setActive, resetFactor };
}

interface RoleDialogProps {
  person: Person;
  /** Null on the service's own list. */
  companyId: string | null;
  onClose: () => void;
}

/** Gives a person another role; it holds at once, also where they are signed in. */
function RoleDialog({ person, companyId, onClose }: RoleDialogProps) {
  const { t } = useTranslation('people');
  const { t: words } = useTranslation();
  const [role, setRole] = useState(person.role);
  const change = useChange(
    () =>
      call('patch', `${peoplePath(companyId)}/{userId}`, {
        companyId: companyId ?? '',
        userId: person.id,
        version: person.version,
        body: { role },
      }),
    {
      done: t('roleChange.done'),
      onDone: onClose,
      onError: 'shown',
    },
  );
  return (
    <FormDialog
      title={t('roleChange.title', { name: person.name === '' ? person.email : person.name })}
      submit={words('action.save')}
      change={change}
      onSubmit={() => (role === person.role ? onClose() : change.mutate())}
      onClose={onClose}
    >
      <RoleChoice
        roles={person.companyId === null ? SERVICE_ROLES : COMPANY_ROLES}
        value={role}
        onChange={setRole}
      />
      <Note>{t('roleChange.hint')}</Note>
    </FormDialog>
  );
}

interface SessionsDialogProps {
  person: Person;
  /** Null for a person of the service. */
  companyId: string | null;
  onClose: () => void;
}

/** Where another person is signed in, and the way to end it. */
function SessionsDialog({ person, companyId, onClose }: SessionsDialogProps) {
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
