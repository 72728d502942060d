// Loaded before a process's own code (NODE_OPTIONS=--import): its calendar is CLOCK_OFFSET_MS
// ahead, or what CLOCK_OFFSET_FILE says, soon after that is written. Only Date is shifted; timers
// and performance.now keep their rate, and PostgreSQL keeps its own clock.

import { readFileSync } from 'node:fs';

const { CLOCK_OFFSET_MS, CLOCK_OFFSET_FILE } = process.env;
let offsetMs = Number(CLOCK_OFFSET_MS ?? '0');
if (CLOCK_OFFSET_FILE) {
  const read = () => (offsetMs = Number(readFileSync(CLOCK_OFFSET_FILE, 'utf8')));
  read();
  setInterval(read, 50).unref();
}
const RealDate = globalThis.Date;
const now = () => RealDate.now() + offsetMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
