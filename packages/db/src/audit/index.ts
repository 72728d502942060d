// The audit log: who did what, when.

export * from './audit-actions.ts';
export { listAudit } from './audit-list.ts';
export type { AuditedChange } from './audit-list.ts';
