import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answer, api } from '../../api/client.ts';
import { notifyDone, useNotifyProblem } from '../../parts/notify.ts';
import { Page } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { InvitationShown } from '../members/invitation-shown.tsx';
import { InviteForm } from '../members/invite-form.tsx';
import type { NewUser } from '../members/invite-form.tsx';
import { PeopleList } from '../members/people-list.tsx';
import type { Person } from '../members/people-list.tsx';

const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => answer(api.GET('/admin/api/users', { signal })),
});

/** Everybody who may sign in; for operators. */
export function UsersPage() {
  const { t } = useTranslation('people');
  const query = useQuery(usersQuery);
  const [isInviting, setInviting] = useState(false);
  const { invite, inviteAgain, setActive } = useUserChanges();
  const shown = invite.data ?? inviteAgain.data;
  const forget = () => {
    invite.reset();
    inviteAgain.reset();
    setInviting(false);
  };
  return (
    <Page
      title={t('users.title')}
      description={t('users.intro')}
      actions={
        <Button leftSection={<IconUserPlus size={18} />} onClick={() => setInviting(true)}>
          {t('users.invite')}
        </Button>
      }
    >
      <QueryView query={query}>
        {({ people }) => (
          <PeopleList
            people={people}
            withRole
            onInviteAgain={(person) => inviteAgain.mutate(person)}
            onSetActive={(person, isActive) => setActive.mutate({ person, isActive })}
          />
        )}
      </QueryView>
      {isInviting && !shown && (
        <InviteForm
          title={t('users.invite')}
          withRole
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

function useUserChanges() {
  const { t } = useTranslation('people');
  const notifyProblem = useNotifyProblem();
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries(usersQuery);
  const pathOf = ({ id }: Person) => ({ params: { path: { userId: id } } });
  const invite = useMutation({
    mutationFn: async (body: NewUser) => {
      const { invitation } = await answer(api.POST('/admin/api/users', { body }));
      return { name: body.name, invitation };
    },
    onSuccess: refresh,
  });
  const inviteAgain = useMutation({
    mutationFn: async (person: Person) => {
      const path = '/admin/api/users/{userId}/invitation';
      return { name: person.name, invitation: await answer(api.POST(path, pathOf(person))) };
    },
    onSuccess: refresh,
    onError: notifyProblem,
  });
  const setActive = useMutation({
    mutationFn: ({ person, isActive }: { person: Person; isActive: boolean }) => {
      const init = { ...pathOf(person), body: { isActive } };
      return answer(api.PATCH('/admin/api/users/{userId}', init));
    },
    onSuccess: async (_person, { isActive }) => {
      await refresh();
      notifyDone(isActive ? t('enabled') : t('disabled'));
    },
    onError: notifyProblem,
  });
  return { invite, inviteAgain, setActive };
}
