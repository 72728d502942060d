import { useEffect, useState } from 'react';
import { ApiProblem, isProblem } from '../../api/problem.ts';
import type { FieldChange } from '../../api/problem.ts';
import { changedFields } from './changed-fields.ts';
import { conflictsOf, merged } from './conflict.ts';
import { useDraftForm } from './use-draft-form.ts';
import type { DraftForm, DraftFormInput } from './use-draft-form.ts';

/** What is to be saved. */
export interface Edit<Thing, Values> {
  values: Values;
  /** Only these are sent of something that exists. */
  changed: Partial<Values>;
  /** What they were changed from; undefined for something new. */
  from: Thing | undefined;
}

/** One field that two people have changed. */
export interface ConflictingField {
  name: string;
  mine: unknown;
  theirs: unknown;
  change: FieldChange | undefined;
}

/** What somebody else has changed meanwhile, and the way to continue. */
export interface Conflict {
  fields: readonly ConflictingField[];
  /** Saves, with the other person's values in these fields. */
  resolve: (staysTheirs: readonly string[]) => void;
}

interface EditFormInput<Thing, Values extends object> extends Omit<
  DraftFormInput<Values>,
  'initialValues'
> {
  /** What is changed; undefined for something new. */
  thing: Thing | undefined;
  valuesOf: (thing: Thing | undefined) => Values;
  /** Returns what was saved. */
  save: (edit: Edit<Thing, Values>) => Promise<Thing>;
  /** What a refusal says of single fields. */
  errorsOf?: (error: unknown, values: Values) => Record<string, string>;
}

/** What both began with, and what was made of it. */
interface Stale<Thing, Values> {
  current: Thing;
  two: { base: Values; mine: Values; theirs: Values };
  fields: ConflictingField[];
}

/**
 * A form about something that others may change, too. What they changed meanwhile is kept; where
 * both have changed the same field, the person chooses.
 */
export function useEditForm<Thing extends { version: number }, Values extends object>({
  thing,
  valuesOf,
  save,
  errorsOf = () => ({}),
  ...input
}: EditFormInput<Thing, Values>): Omit<DraftForm<Values>, 'submit'> & {
  conflict: Conflict | null;
  submit: () => void;
} {
  const { form, draft, submit } = useDraftForm({ ...input, initialValues: valuesOf(thing) });
  const [from, setFrom] = useState(thing);
  const [stale, setStale] = useState<Stale<Thing, Values> | null>(null);
  const begin = (next: Thing, values = valuesOf(next)) => {
    form.setInitialValues(valuesOf(next));
    form.setValues(values);
    setFrom(next);
    setStale(null);
  };
  useEffect(() => {
    const isNewer = thing !== undefined && from !== undefined && thing.version > from.version;
    const changed = changedFields(form.getInitialValues(), form.getValues());
    // What was typed stays beside what it was typed over; the API says what else has changed.
    if (isNewer && Object.keys(changed).length === 0) begin(thing);
  });
  const send = async (base: Thing | undefined, values: Values): Promise<void> => {
    const changed = changedFields(valuesOf(base), values);
    try {
      begin(await save({ values, changed, from: base }));
    } catch (error) {
      const found = staleOf<Thing, Values>(error, { base: valuesOf(base), mine: values }, valuesOf);
      if (!found) {
        form.setErrors(errorsOf(error, values));
        throw error;
      }
      if (found.fields.length === 0) return send(found.current, merged(found.two));
      setStale(found);
      throw error;
    }
  };
  const conflict = stale && {
    fields: stale.fields,
    resolve: (staysTheirs: readonly string[]) => {
      begin(stale.current, merged(stale.two, staysTheirs));
      submit((values) => send(stale.current, values))();
    },
  };
  return { form, draft, conflict, submit: submit((values) => send(from, values)) };
}

/** Null where an error says something else. */
function staleOf<Thing, Values extends object>(
  error: unknown,
  { base, mine }: { base: Values; mine: Values },
  valuesOf: (thing: Thing) => Values,
): Stale<Thing, Values> | null {
  if (!isProblem(error, 'CHANGED_MEANWHILE') || error.current === null) return null;
  // The same kind of thing that the change was made to.
  const current = error.current as Thing;
  const two = { base, mine, theirs: valuesOf(current) };
  const fields = conflictsOf(two).map((name) => ({
    name,
    mine: mine[name],
    theirs: two.theirs[name],
    change: error.changes.find(({ path }) => path === name),
  }));
  return { current, two, fields };
}

/** Why it was not saved, where no question says so. */
export function otherThanConflict(error: unknown, conflict: Conflict | null): unknown {
  const isStale = error instanceof ApiProblem && error.code === 'CHANGED_MEANWHILE';
  return conflict && isStale ? null : error;
}
