import { useTranslation } from '../../i18n/i18n.ts';
import { remedyKeyOf } from './remedy-key.ts';
import type { RefusalSubject } from './remedy-key.ts';

interface Named {
  code: string;
  efiCode: number | null;
  remedy: string | null;
  refusalSubject: RefusalSubject;
}

/** What a failure is called, and what to do about it, in the reader's language. */
export function useFailureWords() {
  const { t, has } = useTranslation('failed-work');
  return {
    causeOf({ code }: Pick<Named, 'code'>): string {
      const key = `cause.${code}`;
      const isKnown = has(key);
      return isKnown ? t(key as 'cause.EFI_REFUSED') : t('cause.other', { code });
    },
    /** The service's own (English) sentence where we have no words; null where there is none either. */
    remedyOf({ code, efiCode, remedy, refusalSubject }: Named): string | null {
      const key = remedyKeyOf(code, efiCode, refusalSubject);
      return key === null ? remedy : t(`remedy.${key}`);
    },
  };
}
