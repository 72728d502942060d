import { useForm } from '@mantine/form';
import type { UseFormInput, UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { changedFields } from './changed-fields.ts';
import { draftKey, keepDraft, readDraft } from '../../draft.ts';

/** What was typed before and not saved, and what to do with it. */
export interface OfferedDraft {
  at: string;
  restore: () => void;
  discard: () => void;
}

/** The options of `useForm`, and what the draft needs. */
export interface DraftFormInput<Values extends object> extends UseFormInput<Values> {
  initialValues: Values;
  /** Of which form and thing: `company:42`. */
  name: string;
  /** What is too large to be kept. */
  leftOut?: readonly (keyof Values)[];
}

/** What a form with a draft has beside its fields. */
export interface DraftForm<Values extends object> {
  form: UseFormReturnType<Values>;
  /** For `ChangeForm`; null without one. */
  draft: OfferedDraft | null;
  /** Sends the values that are right; what was saved is no draft any more. */
  submit: (send: (values: Values) => Promise<unknown>) => () => void;
}

/** A form whose typing survives the end of the session and of the service. Never for secrets. */
export function useDraftForm<Values extends object>({
  name,
  leftOut = [],
  ...input
}: DraftFormInput<Values>): DraftForm<Values> {
  const key = draftKey(useSession().user.id, name);
  const [offered, setOffered] = useState(() => readDraft(sessionStorage, key, input.initialValues));
  const form = useForm<Values>({
    ...input,
    onValuesChange: (values) => {
      const changed = changedFields(form.getInitialValues(), values);
      for (const field of leftOut) Reflect.deleteProperty(changed, field);
      keepDraft<Values>(sessionStorage, key, changed, new Date());
    },
  });
  const forget = () => {
    keepDraft(sessionStorage, key, {}, new Date());
    setOffered(null);
  };
  const submit = (send: (values: Values) => Promise<unknown>) =>
    form.onSubmit((values) => {
      // Why it was refused is shown by the change itself.
      send(values).then(forget, () => undefined);
    });
  const restore = () => {
    if (offered) form.setValues({ ...form.getValues(), ...offered.values });
    setOffered(null);
  };
  return { form, draft: offered && { at: offered.at, restore, discard: forget }, submit };
}
