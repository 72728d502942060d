// What src/messages is made of: each text in both languages.

/** A text in the order of LANGUAGES: Montenegrin, English. */
export type Message = readonly [me: string, en: string];

/**
 * The texts of an area, nested by what they are about. A counted text has the keys `found_one`,
 * `found_few` and `found_other`, as Montenegrin counts; forms that are alike share the key `found`.
 * `{{name}}` stands for a value.
 */
export interface Messages {
  readonly [key: string]: Message | Messages;
}
