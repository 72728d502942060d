import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { StatusBadge } from '../../components/status-badge.tsx';

type Certificate = Schema<'AdminCertificate'>;

/** In a word: whether it signs, and for how long. */
export function CertificateState({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation('certificates');
  const { isActive, daysLeft, warningDays, notBefore } = certificate;
  if (!isActive) return <StatusBadge tone="neutral">{t('state.past')}</StatusBadge>;
  if (daysLeft < 0) return <StatusBadge tone="bad">{t('state.expired')}</StatusBadge>;
  if (new Date(notBefore) > new Date()) {
    return <StatusBadge tone="waiting">{t('state.notYet')}</StatusBadge>;
  }
  if (warningDays !== null) return <StatusBadge tone="warning">{t('state.soon')}</StatusBadge>;
  return <StatusBadge tone="good">{t('state.good')}</StatusBadge>;
}
