import type { Schema } from '../../api/contract.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useProblemText } from '../../components/problem-text.ts';
import { useCompany } from '../../shell/company-guard.tsx';

type Found = Schema<'AdminCertificateInspection'>;
type Reason = Found['problems'][number];

/** Why a file is refused, with the days, numbers and bits that were found in it. */
export function useReasonText(found: Found): (reason: Reason) => string {
  const { t, has } = useTranslation('certificates');
  const { tin: companyTin } = useCompany();
  const { date } = useFormats();
  const textOfCode = useProblemText();
  const day = (at: string | null) => (at === null ? '–' : date(at));
  return (reason) => {
    const key = `reason.${reason.code}`;
    // A key that is not RSA has no bits to tell of.
    const isTold = has(key) && found.keyBits !== null;
    if (!isTold) return textOfCode(reason);
    return t(key as 'reason.CERTIFICATE_EXPIRED', {
      notBefore: day(found.notBefore),
      notAfter: day(found.notAfter),
      tin: found.tin,
      companyTin,
      keyBits: found.keyBits,
    });
  };
}
