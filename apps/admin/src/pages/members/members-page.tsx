import { Button } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answer, api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { notifyDone, useNotifyProblem } from '../../parts/notify.ts';
import { Page } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { useCompany } from '../../shell/company-door.tsx';
import { InvitationShown } from './invitation-shown.tsx';
import { InviteForm } from './invite-form.tsx';
import { PeopleList } from './people-list.tsx';
import type { Person } from './people-list.tsx';

function membersQuery(companyId: string) {
  return queryOptions({
    queryKey: ['companies', companyId, 'members'],
    queryFn: ({ signal }) => {
      const params = { path: { companyId } };
      return answer(api.GET('/admin/api/companies/{companyId}/members', { params, signal }));
    },
  });
}

/** The admins of a company. */
export function MembersPage() {
  const { t } = useTranslation('people');
  const { id: companyId } = useCompany();
  const query = useQuery(membersQuery(companyId));
  const [isInviting, setInviting] = useState(false);
  const { invite, inviteAgain, setActive } = useMemberChanges(companyId);
  const shown = invite.data ?? inviteAgain.data;
  const forget = () => {
    invite.reset();
    inviteAgain.reset();
    setInviting(false);
  };
  return (
    <Page
      title={t('members.title')}
      description={t('members.intro')}
      actions={
        <Button leftSection={<IconUserPlus size={18} />} onClick={() => setInviting(true)}>
          {t('members.invite')}
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
            onInviteAgain={(person) => inviteAgain.mutate(person)}
            onSetActive={(person, isActive) => setActive.mutate({ person, isActive })}
          />
        )}
      </QueryView>
      {isInviting && !shown && (
        <InviteForm
          title={t('members.invite')}
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

function useMemberChanges(companyId: string) {
  const { t } = useTranslation('people');
  const notifyProblem = useNotifyProblem();
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries(membersQuery(companyId));
  const pathOf = ({ id }: Person) => ({ params: { path: { companyId, userId: id } } });
  const invite = useMutation({
    mutationFn: async ({ name, email }: { name: string; email: string }) => {
      const init = { params: { path: { companyId } }, body: { name, email } };
      const { invitation } = await answer(
        api.POST('/admin/api/companies/{companyId}/members', init),
      );
      return { name, invitation };
    },
    onSuccess: refresh,
  });
  const inviteAgain = useMutation({
    mutationFn: async (person: Person) => {
      const path = '/admin/api/companies/{companyId}/members/{userId}/invitation';
      return { name: person.name, invitation: await answer(api.POST(path, pathOf(person))) };
    },
    onSuccess: refresh,
    onError: notifyProblem,
  });
  const setActive = useMutation({
    mutationFn: ({ person, isActive }: { person: Person; isActive: boolean }) => {
      const init = { ...pathOf(person), body: { isActive } };
      return answer(api.PATCH('/admin/api/companies/{companyId}/members/{userId}', init));
    },
    onSuccess: async (_person, { isActive }) => {
      await refresh();
      notifyDone(isActive ? t('enabled') : t('disabled'));
    },
    onError: notifyProblem,
  });
  return { invite, inviteAgain, setActive };
}
