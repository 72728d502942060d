// The schema of the database, and the roles and logins that may use it.

export { MIGRATIONS } from './committed-migrations.ts';
export * from './logins.ts';
export { migrate } from './migrate.ts';
export type { ServiceRole } from './privileges.ts';
