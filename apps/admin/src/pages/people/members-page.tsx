import { Box } from '@mantine/core';
import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import { useCompany } from '../../shell/company-door.tsx';
import { PeoplePage } from './people-page.tsx';
import type { PeopleCalls } from './people-page.tsx';
import type { Person } from './people-list.tsx';
import type { SessionCalls } from './sessions-dialog.tsx';
import { SignInPolicy } from './sign-in-policy.tsx';

function membersQuery(companyId: string) {
  return queryOptions({
    queryKey: ['companies', companyId, 'members'],
    queryFn: ({ signal }) => {
      const params = { path: { companyId } };
      return answer(api.GET('/admin/api/companies/{companyId}/members', { params, signal }));
    },
  });
}

function callsOf(companyId: string): PeopleCalls {
  const pathOf = ({ id }: Person) => ({ params: { path: { companyId, userId: id } } });
  return {
    invite: async ({ name, email }) => {
      const init = { params: { path: { companyId } }, body: { name, email } };
      const url = '/admin/api/companies/{companyId}/members';
      return (await answer(api.POST(url, init))).invitation;
    },
    inviteAgain: (person) => {
      const url = '/admin/api/companies/{companyId}/members/{userId}/invitation';
      return answer(api.POST(url, pathOf(person)));
    },
    setActive: (person, isActive) => {
      const init = { ...pathOf(person), body: { isActive } };
      return answer(api.PATCH('/admin/api/companies/{companyId}/members/{userId}', init));
    },
    sessions: sessionCallsOf(companyId),
  };
}

function sessionCallsOf(companyId: string): SessionCalls {
  const all = '/admin/api/companies/{companyId}/members/{userId}/sessions';
  return {
    list: ({ id }) => answer(api.GET(all, { params: { path: { companyId, userId: id } } })),
    end: ({ id: userId }, sessionId) =>
      sessionId === null
        ? answer(api.DELETE(all, { params: { path: { companyId, userId } } }))
        : answer(
            api.DELETE(`${all}/{sessionId}`, {
              params: { path: { companyId, userId, sessionId } },
            }),
          ),
  };
}

/** The admins of a company. */
export function MembersPage() {
  const { id } = useCompany();
  return (
    <PeoplePage of="members" people={membersQuery(id)} calls={callsOf(id)}>
      <Box mt="xl">
        <SignInPolicy companyId={id} />
      </Box>
    </PeoplePage>
  );
}
