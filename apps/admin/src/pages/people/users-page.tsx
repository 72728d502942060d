import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import { PeoplePage } from './people-page.tsx';
import type { PeopleCalls } from './people-page.tsx';
import type { Person } from './people-list.tsx';

const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => answer(api.GET('/admin/api/users', { signal })),
});

const pathOf = ({ id }: Person) => ({ params: { path: { userId: id } } });

const calls: PeopleCalls = {
  invite: async (body) => (await answer(api.POST('/admin/api/users', { body }))).invitation,
  inviteAgain: (person) => answer(api.POST('/admin/api/users/{userId}/invitation', pathOf(person))),
  setActive: (person, isActive) => {
    const init = { ...pathOf(person), body: { isActive } };
    return answer(api.PATCH('/admin/api/users/{userId}', init));
  },
  sessions: {
    list: (person) => answer(api.GET('/admin/api/users/{userId}/sessions', pathOf(person))),
    end: (person, sessionId) => {
      if (sessionId === null) {
        return answer(api.DELETE('/admin/api/users/{userId}/sessions', pathOf(person)));
      }
      const init = { params: { path: { userId: person.id, sessionId } } };
      return answer(api.DELETE('/admin/api/users/{userId}/sessions/{sessionId}', init));
    },
  },
};

/** Everybody who may sign in; for operators. */
export function UsersPage() {
  return <PeoplePage of="users" people={usersQuery} calls={calls} />;
}
