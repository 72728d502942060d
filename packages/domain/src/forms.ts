// The forms of what one process stores for another to act on (docs/adr/0026).

/**
 * The newest form that this release writes and knows, by kind of content. It is raised by one where
 * the content gets a field that may not be ignored, or a field another meaning.
 */
export const FORMS = { invoice: 1, keyOperation: 1, cashDeposit: 1 } as const;

/** Said in the record of a document that a newer release has stored. */
export const NEWER_FORM_WARNING =
  'a newer release of the service has stored this document: fields that this one does not know are ' +
  'missing in this record';
