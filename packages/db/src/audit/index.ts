// The audit log: who did what, when.

export { AUDIT_ACTIONS } from './audit-actions.ts';
export type { AuditAction } from './audit-actions.ts';
export { listAudit } from './audit-list.ts';
export type { AuditedChange } from './audit-list.ts';
