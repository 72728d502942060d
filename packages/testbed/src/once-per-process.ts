// What is made once in a process and kept until it ends. The test files of a jest worker share it,
// because they share the modules of our packages: scripts/jest/runtime.mjs.

const made = new Map<string, unknown>();

/**
 * Makes a thing at the first call of its name, and returns the same one at every later call.
 * @throws What `make` throws; the next call makes it anew.
 */
export function oncePerProcess<T>(name: string, make: () => T): T {
  if (made.has(name)) return made.get(name) as T;
  const thing = make();
  made.set(name, thing);
  if (thing instanceof Promise) thing.catch(() => made.delete(name));
  return thing;
}
