// Who is signed in to the admin panel. Decisions §7: an operator runs the service; a company admin sees
// one company and nothing else.

interface Person {
  userId: string;
  email: string;
  /** Of the session the call came with. */
  sessionId: string;
}

export type Actor =
  (Person & { role: 'operator' }) | (Person & { role: 'company_admin'; companyId: string });

/** How the audit log names a person. */
export function auditName(actor: Actor): string {
  return `user:${actor.userId}`;
}

/** Whether the actor may see this company at all; another company's does not exist for them. */
export function seesCompany(actor: Actor, companyId: string): boolean {
  return actor.role === 'operator' || actor.companyId === companyId;
}
