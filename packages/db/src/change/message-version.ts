// The version of what processes announce to each other, also those of another release
// (docs/upgrades.md).

/**
 * It is raised where the words that were there before mean something else; not for words that are
 * added.
 */
const VERSION = 1;

/**
 * @param text words, of which the last one may be the version, `v1`; the first release said none.
 * @returns whether the words mean what this release knows; else the reader looks for itself.
 */
export function isOfKnownVersion(text: string): boolean {
  const version = /(?:^| )v(\d+)$/.exec(text)?.[1];
  return version === undefined || Number(version) <= VERSION;
}
