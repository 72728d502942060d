// Loaded before a process's own code (NODE_OPTIONS=--import): its calendar is CLOCK_OFFSET_MS ahead. Only
// Date is shifted; timers and performance.now keep their pace, and PostgreSQL keeps its own clock.

const offsetMs = Number(process.env.CLOCK_OFFSET_MS ?? '0');
const RealDate = globalThis.Date;
const now = () => RealDate.now() + offsetMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
