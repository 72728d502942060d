import { PeoplePage } from './people-page.tsx';

/** Everybody who may sign in; for operators. */
export function UsersPage() {
  return <PeoplePage companyId={null} />;
}
