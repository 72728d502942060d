import { call } from '../../api/client.ts';
import { PeoplePage } from './people-page.tsx';
import type { PeopleCalls } from './people-page.tsx';

const calls: PeopleCalls = {
  queryKey: ['users'],
  people: () => call('get', '/users'),
  invite: (body) => call('post', '/users', { body }),
  inviteAgain: ({ id }) => call('post', '/users/{userId}/invitation', { userId: id }),
  setActive: ({ id }, isActive) =>
    call('patch', '/users/{userId}', { userId: id, body: { isActive } }),
  sessions: ({ id }) => call('get', '/users/{userId}/sessions', { userId: id }),
  endSession: ({ id }, sessionId) =>
    call('delete', '/users/{userId}/sessions/{sessionId}', { userId: id, sessionId }),
  endSessions: ({ id }) => call('delete', '/users/{userId}/sessions', { userId: id }),
  resetFactor: ({ id }) => call('delete', '/users/{userId}/second-factor', { userId: id }),
};

/** Everybody who may sign in; for operators. */
export function UsersPage() {
  return <PeoplePage of="users" calls={calls} />;
}
