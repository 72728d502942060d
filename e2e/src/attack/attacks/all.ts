// Every attack, in the order in which they are tried.

import type { Attack } from '../target.ts';
import { archives } from './archives.ts';
import { authority } from './authority.ts';
import { bodies } from './bodies.ts';
import { invitations } from './invitations.ts';
import { liveSales } from './live-sales.ts';
import { monitoring } from './monitoring.ts';
import { passkeys } from './passkeys.ts';
import { pictures } from './pictures.ts';
import { postgresql } from './postgresql.ts';
import { printing } from './printing.ts';
import { replies } from './replies.ts';
import { sessions } from './sessions.ts';
import { signIns } from './sign-ins.ts';
import { streams } from './streams.ts';
import { tenants } from './tenants.ts';

/** Monitoring is the last: it reads what the others have left in the logs. */
export const ATTACKS: readonly Attack[] = [
  ...bodies,
  ...pictures,
  ...archives,
  ...printing,
  ...replies,
  ...authority,
  ...liveSales,
  ...streams,
  ...signIns,
  ...passkeys,
  ...sessions,
  ...invitations,
  ...tenants,
  ...postgresql,
  ...monitoring,
];
