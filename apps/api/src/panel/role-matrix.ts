// Which roles may call what. Beside their role, people of a company reach that company alone.

import type { RoleAccess } from '../http/endpoint.ts';
import type { Actor } from '../access/actor.ts';

/** By what an endpoint asks for, who may call it. */
const ROLES: Readonly<Record<RoleAccess, readonly Actor['role'][]>> = {
  operator: ['operator'],
  'service-read': ['operator', 'service_support'],
  'service-retry': ['operator', 'service_support'],
  company: ['operator', 'company_admin'],
  'company-owner': ['company_admin'],
  'company-read': ['operator', 'service_support', 'company_admin', 'accountant', 'support'],
  'company-export': ['operator', 'company_admin', 'accountant'],
  'company-report': ['company_admin', 'accountant', 'inspection'],
  'company-inspect': ['operator', 'company_admin', 'inspection'],
  'company-retry': ['operator', 'service_support', 'company_admin', 'support'],
};

/** Whether the endpoint is there for the actor. @param companyId of its path. */
export function mayCall(access: RoleAccess, actor: Actor, companyId: string | undefined): boolean {
  if (!ROLES[access].includes(actor.role)) return false;
  return access.startsWith('company')
    ? companyId !== undefined && seesCompany(actor, companyId)
    : isOfService(actor);
}

/** Whether the actor may see this company at all; another company's does not exist for them. */
function seesCompany(actor: Actor, companyId: string): boolean {
  return isOfService(actor) || actor.companyId === companyId;
}

/** Whether the actor belongs to the service and to no company. */
function isOfService({ companyId }: Actor): boolean {
  return companyId === null;
}
