import { useSession } from './session.ts';

/** What the API lets the person do. A page offers nothing else; see role-matrix.ts of the API. */
interface Possible {
  /** Change a company: its settings, people and keys, and set failed work aside. */
  change: boolean;
  exportInvoices: boolean;
  /** See the reports that an inspector may ask for. */
  report: boolean;
  /** Try failed work again. */
  retry: boolean;
  /** See every company, and the service's health and work. */
  seeService: boolean;
  /** Run the service. */
  operate: boolean;
}

/** By the role of the person signed in. */
export function useMay(): Possible {
  const { role, companyId } = useSession().user;
  return {
    change: role === 'operator' || role === 'company_admin',
    exportInvoices: role !== 'support' && role !== 'service_support',
    report: role === 'company_admin' || role === 'accountant',
    retry: role !== 'accountant',
    seeService: companyId === null,
    operate: role === 'operator',
  };
}
