// Pulls the plug at named places, for the fault tests: the process kills itself, or stops as a machine
// does that hangs. In production nothing is set, and a crash point costs one look into an empty map.

import { z } from 'zod';

/** The variables that set crash points, for a process's schema. Never set them in production. */
export const crashPointVariables = {
  /** `name=kill:0.01,name=stop:0.002`: at that place, with that probability. Only for fault tests. */
  CRASH_POINTS: z.string().default('').transform(parse),
  /** Makes a process crash at the same places again. */
  CRASH_SEED: z.coerce.number().int().default(1),
};

/** What happens at a crash point, and how often. */
export interface Crash {
  action: 'kill' | 'stop';
  probability: number;
}

const SIGNALS = { kill: 'SIGKILL', stop: 'SIGSTOP' } as const;

/** A function to be called at the named places of a process. */
export function createCrashPoints(env: {
  CRASH_POINTS: ReadonlyMap<string, Crash>;
  CRASH_SEED: number;
}): (name: string) => void {
  const random = seeded(env.CRASH_SEED);
  return (name) => {
    const crash = env.CRASH_POINTS.get(name);
    if (crash === undefined || random() >= crash.probability) return;
    process.stderr.write(`crash point ${name}: ${crash.action}\n`);
    process.kill(process.pid, SIGNALS[crash.action]);
  };
}

const ENTRY = /^(?<name>[a-z-]+)=(?<action>kill|stop):(?<probability>0?\.\d+|[01])$/;

function parse(text: string, context: z.core.$RefinementCtx): ReadonlyMap<string, Crash> {
  const crashes = new Map<string, Crash>();
  for (const entry of text.split(',').filter(Boolean)) {
    const { name, action, probability } = ENTRY.exec(entry)?.groups ?? {};
    if (name === undefined || (action !== 'kill' && action !== 'stop')) {
      context.addIssue({ code: 'custom', message: `${entry} is not name=kill:probability` });
    } else if (crashes.has(name)) {
      context.addIssue({ code: 'custom', message: `${name} is set twice` });
    } else {
      crashes.set(name, { action, probability: Number(probability) });
    }
  }
  return crashes;
}

/** mulberry32: small, and good enough to choose where to crash. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
