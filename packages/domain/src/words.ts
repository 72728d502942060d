/** What people read of a code: in Montenegrin and in English. */
export interface Words {
  readonly me: string;
  readonly en: string;
}
