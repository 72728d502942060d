// The areas of the panel that have texts. A new area: its file in src/messages and a line here.

const loaders = {
  shell: () => import('../messages/shell.ts'),
  problems: () => import('../messages/problems.ts'),
  'sign-in': () => import('../messages/sign-in.ts'),
  account: () => import('../messages/account.ts'),
  people: () => import('../messages/people.ts'),
  audit: () => import('../messages/audit.ts'),
  companies: () => import('../messages/companies.ts'),
  start: () => import('../messages/start.ts'),
  certificates: () => import('../messages/certificates.ts'),
  'cash-registers': () => import('../messages/cash-registers.ts'),
  'api-keys': () => import('../messages/api-keys.ts'),
  inspector: () => import('../messages/inspector.ts'),
  invoices: () => import('../messages/invoices.ts'),
  'failed-work': () => import('../messages/failed-work.ts'),
  operations: () => import('../messages/operations.ts'),
};

export type Namespace = keyof typeof loaders;

/** By area, the shape of its texts; src/i18n/text-in.ts makes keys of them. */
export type Texts = {
  [Name in Namespace]: Awaited<ReturnType<(typeof loaders)[Name]>>['me'];
};

/** Both languages of an area. */
export function loadMessages(namespace: Namespace): Promise<{ me: object; en: object }> {
  return loaders[namespace]();
}
