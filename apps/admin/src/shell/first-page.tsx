import { Navigate } from 'react-router';
import { useUser } from '../api/session.ts';

/** Where one lands: an operator at the companies, a company admin at the company. */
export function FirstPage() {
  const { companyId } = useUser();
  return <Navigate to={companyId === null ? '/companies' : `/companies/${companyId}`} replace />;
}
