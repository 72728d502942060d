import { changedFields } from './changed-fields.ts';

/** What two people have done to the same thing, from the values that both began with. */
interface TwoChanges<Values> {
  base: Values;
  mine: Values;
  theirs: Values;
}

/** The fields that both have changed, each to something else. Others do not disturb each other. */
export function conflictsOf<Values extends object>({
  base,
  mine,
  theirs,
}: TwoChanges<Values>): (keyof Values & string)[] {
  const [own, other] = [changedFields(base, mine), changedFields(base, theirs)];
  const names = Object.keys(own) as (keyof Values & string)[];
  return names.filter((name) => name in other && own[name] !== other[name]);
}

/** Theirs, with my changes put upon it, except for the fields that stay theirs. */
export function merged<Values extends object>(
  { base, mine, theirs }: TwoChanges<Values>,
  staysTheirs: readonly string[] = [],
): Values {
  const own = Object.entries(changedFields(base, mine)).filter(
    ([name]) => !staysTheirs.includes(name),
  );
  return { ...theirs, ...(Object.fromEntries(own) as Partial<Values>) };
}
