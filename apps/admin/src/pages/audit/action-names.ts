import { useTranslation } from '../../i18n/i18n.ts';
import { me } from '../../messages/audit.ts';

type Known = keyof typeof me.actions;

// Actions are `noun.verb-past`; a point in a key would lead one level down.
const known = Object.keys(me.actions) as Known[];

const actionOf = (key: string) =>
  key.replace(
    /^(user|company|certificate|cash-register|api-key|invoice|register-tcr|initial-deposit|recreate-iic|test-signature|cash-deposit)-/,
    '$1.',
  );

/** What the log calls an action, for people; one that is not known here is shown as it is written. */
export function useActionNames() {
  const { t } = useTranslation('audit');
  const all = known.map((key) => ({ action: actionOf(key), name: t(`actions.${key}`) }));
  const names = new Map(all.map(({ action, name }) => [action, name]));
  return { all, nameOf: (action: string) => names.get(action) ?? action };
}
