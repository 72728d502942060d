// What the texts of all mails keep to.

/** Controls, marks that turn the direction or are not seen, and what ends a line. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/**
 * Where an address goes on: a dot before two letters or after more than one (`d.o.o.` stays), a
 * colon, an @. Also the forms of other scripts, which browsers read as these.
 */
const JOINT =
  /[.．。｡](?=[\p{L}\p{N}][\p{L}\p{N}\p{M}-])|(?<=[\p{L}\p{N}-][\p{L}\p{N}\p{M}])[.．。｡](?=[\p{L}\p{N}])|[:：@＠](?=\S)/gu;

/**
 * A typed text as it stands in a mail: no character that is not seen, and a space where a link
 * would go on.
 */
export function plain(typed: string): string {
  const seen = typed.replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim();
  return seen.replaceAll(JOINT, '$& ');
}

/** Paragraphs in both languages, because a mail is also read by those it is passed on to. */
export function bilingual(me: readonly string[], en: readonly string[]): string {
  return ['Poštovani,', ...me, '—', 'Hello,', ...en].join('\n\n') + '\n';
}

/** Day and time in Podgorica. */
export function dayOf(at: Date): string {
  const options = { timeZone: 'Europe/Podgorica', dateStyle: 'short', timeStyle: 'short' } as const;
  return at.toLocaleString('sr-Latn-ME', options);
}
