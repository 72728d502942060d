// Every attack, in the order in which they are tried.

import type { Attack } from '../target.ts';
import { archives } from './archives.ts';
import { authority } from './authority.ts';
import { bodies } from './bodies.ts';
import { exports } from './exports.ts';
import { lists } from './lists.ts';
import { monitoring } from './monitoring.ts';
import { panelApart } from './panel-apart.ts';
import { pictures } from './pictures.ts';
import { printing } from './printing.ts';
import { replies } from './replies.ts';
import { signIns } from './sign-ins.ts';
import { strangers } from './strangers.ts';
import { streams } from './streams.ts';
import { unfinishedBodies } from './unfinished-bodies.ts';

/** Monitoring is the last: it reads what the others have left in the logs. */
export const ATTACKS: readonly Attack[] = [
  ...bodies,
  ...lists,
  ...exports,
  ...unfinishedBodies,
  ...pictures,
  ...archives,
  ...printing,
  ...replies,
  ...authority,
  ...strangers,
  ...streams,
  ...signIns,
  ...panelApart,
  ...monitoring,
];
