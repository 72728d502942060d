import { useEffect, useState } from 'react';
import { isProblem } from '../../api/problem.ts';
import { otherThanFields } from '../text/field-words.ts';
import { changedFields } from './changed-fields.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import type { ConflictingField } from './conflict-choice.tsx';
import { conflictsOf, merged } from './conflict.ts';
import { useDraftForm } from './use-draft-form.ts';
import type { DraftFormInput } from './use-draft-form.ts';

/** What is to be saved. */
export interface Edit<Thing, Values> {
  values: Values;
  /** Only these are sent of something that exists. */
  changed: Partial<Values>;
  /** What they were changed from; undefined for something new. */
  from: Thing | undefined;
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
  /** Why the last one was not saved. */
  error: unknown;
  /** What a refusal says of single fields, where the form says it beside them. */
  errorsOf?: (error: unknown, values: Values) => Record<string, string>;
  /** The label of a field. */
  labelOf: (name: string) => string;
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
  error,
  errorsOf,
  labelOf,
  ...input
}: EditFormInput<Thing, Values>) {
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
    } catch (refusal) {
      const two = { base: valuesOf(base), mine: values };
      const found = staleOf<Thing, Values>(refusal, two, valuesOf);
      if (!found) {
        form.setErrors(errorsOf?.(refusal, values) ?? {});
        throw refusal;
      }
      if (found.fields.length === 0) return send(found.current, merged(found.two));
      setStale(found);
      throw refusal;
    }
  };
  const conflict = stale && {
    fields: stale.fields,
    resolve: (staysTheirs: readonly string[]) => {
      begin(stale.current, merged(stale.two, staysTheirs));
      submit((values) => send(stale.current, values))();
    },
  };
  const isAsked = conflict !== null && isProblem(error, 'CHANGED_MEANWHILE');
  /** For `ChangeForm`. */
  const shown = {
    draft,
    error: isAsked ? null : errorsOf ? otherThanFields(error) : error,
    conflict: conflict && <ConflictChoice conflict={conflict} labelOf={labelOf} />,
    onSubmit: submit((values) => send(from, values)),
  };
  return { form, shown };
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
