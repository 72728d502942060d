import { useTranslation } from '../../i18n/i18n.ts';
import { PageLink } from '../../components/text/text.tsx';
import type { Health } from './health.ts';
import { Overview } from './overview.tsx';

/** On the operators' first page: what the page of health begins with. */
export default function ServiceNotice({ health }: { health: Health }) {
  const { t } = useTranslation('operations');
  return (
    <>
      <Overview health={health} />
      <PageLink to="/operations">{t('title')}</PageLink>
    </>
  );
}
