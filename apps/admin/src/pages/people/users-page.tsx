import { PeoplePage } from './people-page.tsx';

/** Everybody who may sign in; for operators. */
export default function UsersPage() {
  return <PeoplePage companyId={null} />;
}
