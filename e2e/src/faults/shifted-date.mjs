// Loaded before a process's own code (NODE_OPTIONS=--import): its calendar is CLOCK_OFFSET_MS
// ahead, or what CLOCK_OFFSET_FILE says, soon after that is written. Only Date is shifted; timers
// and performance.now keep their rate, and PostgreSQL keeps its own clock.

import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const { CLOCK_OFFSET_MS, CLOCK_OFFSET_FILE, CLOCK_TOLERANCE_MS } = process.env;
const DAY_MS = 24 * 3_600_000;
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

// A calendar that PostgreSQL does not have needs more tolerance than a worker may be given: reports
// look for documents no farther around a day.
if (Number(CLOCK_TOLERANCE_MS) > DAY_MS) {
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      if (!/\/invoice-number\.[jt]s$/.test(url)) return loaded;
      const source = String(loaded.source);
      const raised = source.replace(/(MOST_CLOCK_TOLERANCE_MS = )[^;]+/, `$1${CLOCK_TOLERANCE_MS}`);
      if (raised === source) throw new Error('MOST_CLOCK_TOLERANCE_MS stands elsewhere');
      return { ...loaded, source: raised };
    },
  });
}
