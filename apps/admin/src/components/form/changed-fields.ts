/**
 * The fields whose values differ from those that the form began with: only these are sent and kept.
 */
export function changedFields<Values extends object>(
  before: Values,
  values: Values,
): Partial<Values> {
  const names = Object.keys(values) as (keyof Values)[];
  return Object.fromEntries(
    names.filter((name) => values[name] !== before[name]).map((name) => [name, values[name]]),
  ) as Partial<Values>;
}
