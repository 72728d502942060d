// Every attack, in the order in which they are tried.

import type { Attack } from '../ground.ts';
import { bodies } from './bodies.ts';
import { replies } from './replies.ts';
import { signIns } from './sign-ins.ts';
import { streams } from './streams.ts';

export const ATTACKS: readonly Attack[] = [...bodies, ...replies, ...streams, ...signIns];
