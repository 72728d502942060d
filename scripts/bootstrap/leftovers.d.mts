/** The mark of a run with this folder, to be set in the environment of every process of it. */
export function markOf(runDirectory: string): Record<string, string>;
/** The folder of the run that this process belongs to; undefined outside of any. */
export function runOf(): string | undefined;
/** Process ids of everything that was started for `runDirectory` and still lives. */
export function findLeftovers(runDirectory: string): number[];
/** Ends what `findLeftovers` finds, politely first; returns how many there were. */
export function endLeftovers(runDirectory: string, graceMs?: number): Promise<number>;
/** The command line of a process; empty when there is no such process. */
export function commandOf(pid: number): string;
