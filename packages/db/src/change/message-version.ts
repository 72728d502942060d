// The version of what processes announce to each other, also those of another release
// (CONTRIBUTING.md).

/**
 * It is raised where the words that were there before mean something else; not for words that are
 * added.
 */
const VERSION = 1;

/**
 * @param text words, of which the last one is the version, `v1`.
 * @returns whether the words mean what this release knows; else the reader looks for itself.
 */
export function isOfKnownVersion(text: string): boolean {
  return text.endsWith(` v${VERSION}`);
}
