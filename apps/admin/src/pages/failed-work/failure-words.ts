import { useOfflineDelivery } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import type { FailureCause } from './work.ts';

/** What a failure is called, and what to do about it, in the reader's language. */
export function useFailureWords() {
  const { t } = useTranslation('failed-work');
  const { windowHours: hours } = useOfflineDelivery();
  return {
    causeOf: ({ code }: Pick<FailureCause, 'code'>) => t(`cause.${code}`, { hours }),
    remedyOf: ({ remedyKey }: Pick<FailureCause, 'remedyKey'>) =>
      remedyKey && t(`remedy.${remedyKey}`),
  };
}
