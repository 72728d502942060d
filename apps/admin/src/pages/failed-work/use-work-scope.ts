import { useParams } from 'react-router';
import { useEnvironment } from '../../shell/company-door.tsx';
import type { WorkScope } from './work-queries.ts';

/** The company of the URL, or, on the operators' pages, all companies. */
export function useWorkScope(): WorkScope {
  const { companyId } = useParams();
  return { companyId: companyId ?? null, environment: useEnvironment() };
}
