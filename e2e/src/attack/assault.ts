// Runs attacks one after the other while a shop sells, and says what held: nothing ended, every sale
// was fiscalized, and how long its customers waited.

import { percentile } from '@fiscal/testbed';
import type { Attack, Target } from './target.ts';
import { startSelling } from './selling.ts';

/** An answer may be long, and an error quotes all of an unexpected one. */
const MOST_TROUBLE = 1_000;

/** One attack and what came of it. */
export interface Attempt {
  name: string;
  /** What the service answered; null where it answered wrongly. */
  answer: string | null;
  /** What was wrong; null where nothing was. */
  trouble: string | null;
  seconds: number;
}

/** What an assault showed. */
export interface Findings {
  attempts: Attempt[];
  sales: number;
  brokenSales: string[];
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Parts of the service that ended or were started again meanwhile. */
  ended: string[];
}

/** Sells for a moment without an attack before and after, so that every attack has a sale. */
export async function assault(
  target: Target,
  attacks: readonly Attack[],
  tell: (text: string) => void,
): Promise<Findings> {
  const processes = pidsOf(target);
  const selling = startSelling(target.victim.test);
  const attempts: Attempt[] = [];
  for (const attack of attacks) {
    const attempt = await attempted(attack, target);
    attempts.push(attempt);
    const { answer, trouble, name, seconds } = attempt;
    tell(
      `${trouble === null ? '✓' : '✗'} ${name}: ${answer ?? trouble ?? ''} (${String(seconds)} s)`,
    );
  }
  const { waits, broken } = await selling.stop();
  const now = pidsOf(target);
  return {
    attempts,
    sales: waits.length,
    brokenSales: broken,
    p50: Math.round(percentile(waits, 0.5)),
    p99: Math.round(percentile(waits, 0.99)),
    ended: [...processes].filter(([name, pid]) => now.get(name) !== pid).map(([name]) => name),
  };
}

async function attempted({ name, run }: Attack, target: Target): Promise<Attempt> {
  const begun = Date.now();
  const seconds = () => Math.round((Date.now() - begun) / 100) / 10;
  try {
    const answer = await run(target);
    return { name, answer, trouble: null, seconds: seconds() };
  } catch (error) {
    const trouble = (error instanceof Error ? error.message : String(error)).slice(0, MOST_TROUBLE);
    return { name, answer: null, trouble, seconds: seconds() };
  }
}

/** The process of every part that is running. */
function pidsOf({ service }: Target): Map<string, number> {
  const running = [...service.stack.processes].filter(([, { pid }]) => isRunning(pid));
  return new Map(running.map(([name, { pid }]) => [name, pid]));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
