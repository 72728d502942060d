// Documents whose form this release does not know are left to one that does (docs/adr/0026).

import { FORMS } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';

/** A newer release has stored the document; this one decides nothing about it. */
export class NewerFormError extends Error {
  readonly code = 'NEWER_FORM';
  override readonly name = 'NewerFormError';

  /** @param id of the document. */
  constructor(id: string) {
    super(
      `A newer release of the service has stored the invoice ${id}, and this process does not know its form.`,
    );
  }
}

const findNewer = statement.maybe<{ ids: readonly string[] }, { id: string }>(
  'find_newer_form',
  `select id from invoice where id = any(:ids::uuid[]) and form > ${FORMS.invoice} order by id limit 1`,
);

/** Nothing is decided by documents that are not understood. @throws NewerFormError */
export async function refuseNewerForms(db: Connected, ids: readonly string[]): Promise<void> {
  const newer = await findNewer(db, { ids });
  if (newer !== null) throw new NewerFormError(newer.id);
}
