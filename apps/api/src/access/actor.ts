// Who is signed in to the admin panel. Decisions §7: an operator runs the service; people of a
// company see that company and nothing else. What each role may do is in role-matrix.ts.

interface Person {
  userId: string;
  email: string;
  /** Of the session the call came with. */
  sessionId: string;
  /** When the person last proved who they are: at sign-in, or since. */
  confirmedAt: Date;
  /** A second factor is demanded and there is none: nothing else can be done before. */
  mustAddFactor: boolean;
}

export type Actor =
  | (Person & { role: 'operator'; companyId: null })
  | (Person & { role: 'service_support'; companyId: null })
  | (Person & { role: 'company_admin' | 'accountant' | 'support'; companyId: string });

/** How long a person who has proved who they are may change factors. */
const CONFIRMED_FOR_MS = 5 * 60_000;

/** Whether the person has proved who they are just now. */
export function isConfirmed({ confirmedAt }: Actor, now: Date): boolean {
  return now.getTime() - confirmedAt.getTime() <= CONFIRMED_FOR_MS;
}

/** How the audit log names a person. */
export function auditName(actor: Actor): string {
  return `user:${actor.userId}`;
}
