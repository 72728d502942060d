// What the doctor of a process asks of PostgreSQL. A finding is a code and one sentence; what is
// thrown says that PostgreSQL cannot be asked.

export { examineClock, examineIdClock, readClockAhead } from './clock.ts';
export { examineDatabaseRole } from './database-role.ts';
export { examineMonths } from './months.ts';
export { examineUnsetStore } from './object-store.ts';
export { examineSchema } from './schema.ts';
export { examineSessions } from './sessions.ts';
export { examineIdentities, examineRecipient } from './vault.ts';
