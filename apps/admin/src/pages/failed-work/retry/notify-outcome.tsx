import { List } from '@mantine/core';
import type { Environment, Schema } from '../../../api/contract.ts';
import { notify, notifyDone } from '../../../components/notify.ts';
import { PageLink } from '../../../components/text/text.tsx';
import { useLanguage, useTranslation } from '../../../i18n/i18n.ts';
import { refusalText } from './refusal-words.ts';

type Skipped = Schema<'AdminSkippedInvoice'>;

/** How much was done, and what was not. */
export interface Outcome {
  count: number;
  skipped: Skipped[];
}

/** How many different reasons for skipping are said. */
const MOST_REASONS = 3;

/** Says how much was done, and, until it is closed, what was not and why. */
export function useNotifyOutcome(environment: Environment) {
  const { t } = useTranslation('failed-work');
  return (what: 'retried' | 'dismissed', { count, skipped }: Outcome) => {
    if (count > 0 || skipped.length === 0) notifyDone(t(what, { count }));
    if (skipped.length === 0) return;
    notify({
      title: t('someSkipped', { count: skipped.length }),
      message: <Reasons skipped={skipped} environment={environment} />,
      color: 'yellow',
      autoClose: false,
    });
  };
}

interface Reason {
  text: string;
  /** The page of the document that the reason names. */
  to: string | null;
  link: 'refused.byCorrective' | 'refused.invoice';
}

function Reasons({ skipped, environment }: { skipped: Skipped[]; environment: Environment }) {
  const { t } = useTranslation('failed-work');
  const language = useLanguage();
  const reasonsOf = ({ id, why, companyId, details }: Skipped): Reason[] => {
    if (why !== 'REFUSED')
      return [{ text: t(`skipped.${why}`), to: null, link: 'refused.invoice' }];
    return details.map((issue) => {
      const known = refusalText(issue, language);
      const text = known === null ? issue.message : t(`refused.${known.key}`, known.values);
      const [taker] = issue.correctives ?? [];
      const to = `/companies/${companyId}/invoices/${taker ?? id}?environment=${environment}`;
      return { text, to, link: taker === undefined ? 'refused.invoice' : 'refused.byCorrective' };
    });
  };
  const all = skipped.flatMap(reasonsOf);
  const reasons = new Map(all.map((reason) => [`${reason.text} ${reason.to}`, reason]));
  const rest = reasons.size - MOST_REASONS;
  return (
    <List size="sm" listStyleType="none">
      {[...reasons].slice(0, MOST_REASONS).map(([key, { text, to, link }]) => (
        <List.Item key={key}>
          {text}{' '}
          {to !== null && (
            <PageLink to={to} underline="always">
              {t(link)}
            </PageLink>
          )}
        </List.Item>
      ))}
      {rest > 0 && <List.Item>{t('moreReasons', { count: rest })}</List.Item>}
    </List>
  );
}
