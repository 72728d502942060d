import { Alert, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { Schema } from '../../api/contract.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany } from '../../shell/company-guard.tsx';
import { Facts } from '../../components/page/facts.tsx';
import { Moment } from '../../components/text/moment.tsx';
import { useProblemText } from '../../components/state/problem-text.ts';

type Found = Schema<'AdminCertificateInspection'>;

/** What is in the file, whether it can be used, and if not, why. */
export function Inspection({ inspection }: { inspection: Found }) {
  const { t } = useTranslation('certificates');
  const text = useReasonText(inspection);
  const { problems, warnings } = inspection;
  const isGood = problems.length === 0;
  return (
    <Stack aria-live="polite">
      {isGood ? (
        <Alert color="green" icon={<IconCircleCheck />} title={t('upload.good')}>
          {t('upload.goodText')}
        </Alert>
      ) : (
        <Alert color="red" icon={<IconAlertTriangle />} title={t('upload.bad')} role="alert">
          <List size="sm">
            {problems.map((problem) => (
              <List.Item key={problem.code}>{text(problem)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {warnings.map((warning) => (
        <Alert key={warning.code} color="yellow" icon={<IconInfoCircle />} title={t('upload.note')}>
          <Text size="sm">{text(warning)}</Text>
        </Alert>
      ))}
      {inspection.subject !== null && <FoundFacts inspection={inspection} />}
    </Stack>
  );
}

function FoundFacts({ inspection }: { inspection: Found }) {
  const { t } = useTranslation('certificates');
  const { subject, issuer, tin, notBefore, notAfter, keyBits, serialNumber } = inspection;
  return (
    <Facts
      rows={[
        [t('field.subject'), subject],
        [t('field.tin'), tin ?? '–'],
        [
          t('field.validity'),
          <span key="validity">
            <Moment at={notBefore} form="date" absent="–" /> –{' '}
            <Moment at={notAfter} form="date" absent="–" />
          </span>,
        ],
        [t('field.issuer'), issuer],
        [t('field.key'), keyBits === null ? '–' : t('field.bits', { bits: keyBits })],
        [t('field.serialNumber'), serialNumber],
      ]}
    />
  );
}

/** Why a file is refused, with the days, numbers and bits that were found in it. */
function useReasonText(found: Found): (reason: Found['problems'][number]) => string {
  const { t, has } = useTranslation('certificates');
  const { tin: companyTin } = useCompany();
  const { date } = useFormats();
  const textOfCode = useProblemText();
  const day = (at: string | null) => (at === null ? '–' : date(at));
  return (reason) => {
    const key = `reason.${reason.code}`;
    // A key that is not RSA has no number of bits.
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
