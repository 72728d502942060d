// Every attack, in the order in which they are tried.

import type { Attack } from '../ground.ts';
import { archives } from './archives.ts';
import { bodies } from './bodies.ts';
import { pictures } from './pictures.ts';
import { replies } from './replies.ts';
import { signIns } from './sign-ins.ts';
import { streams } from './streams.ts';

export const ATTACKS: readonly Attack[] = [
  ...bodies,
  ...pictures,
  ...archives,
  ...replies,
  ...streams,
  ...signIns,
];
