import { parseArgs } from 'node:util';

/**
 * @returns the command line: each option has the type of its default; `--with-out` for `withOut`.
 */
export function readOptions<Options extends Record<string, number | boolean | string>>(
  defaults: Options,
): {
  [Name in keyof Options]: Options[Name] extends number
    ? number
    : Options[Name] extends boolean
      ? boolean
      : string;
} {
  const nameOf = (name: string) =>
    name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const { values } = parseArgs({
    options: Object.fromEntries(
      Object.entries(defaults).map(([name, value]) => [
        nameOf(name),
        typeof value === 'boolean' ? { type: 'boolean' } : { type: 'string' },
      ]),
    ),
  });
  const read = Object.entries(defaults).map(([name, value]) => {
    const given = values[nameOf(name)] ?? value;
    return [name, typeof value === 'number' ? Number(given) : given];
  });
  return Object.fromEntries(read) as ReturnType<typeof readOptions<Options>>;
}
