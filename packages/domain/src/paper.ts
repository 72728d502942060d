/** What an invoice is printed on: a sheet, or the strip of a receipt printer. */
export const PAPERS = ['a4', '80mm'] as const;
/** One of PAPERS. */
export type Paper = (typeof PAPERS)[number];
