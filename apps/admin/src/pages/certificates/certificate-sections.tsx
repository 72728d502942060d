import { Alert, Group, Stack } from '@mantine/core';
import { IconCheck, IconSignature, IconX } from '@tabler/icons-react';
import { call } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Facts } from '../../components/page/facts.tsx';
import { Failure } from '../../components/state/failure.tsx';
import { Moment, StatusBadge, Note, Mono } from '../../components/text/text.tsx';
import { Records } from '../../components/table/records.tsx';
import { Section } from '../../components/page/page.tsx';
import { ChangeButton, useChange } from '../../components/form/change.tsx';
import { useCompany } from '../../shell/company-guard.tsx';

type Certificate = Schema<'AdminCertificate'>;

/** The one that signs, and a button that has the worker sign with it. */
export function ActiveCertificate({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation('certificates');
  const { id: companyId } = useCompany();
  const test = useChange(
    () => {
      const path = '/companies/{companyId}/certificates/{certificateId}/test-signature';
      return call('post', path, { companyId, certificateId: certificate.id });
    },
    { onError: 'shown' },
  );
  return (
    <Section
      title={t('active.title')}
      actions={
        <ChangeButton variant="default" leftSection={<IconSignature size={18} />} change={test}>
          {t('active.test')}
        </ChangeButton>
      }
    >
      <Stack>
        {test.isError && <Failure error={test.error} />}
        {test.data && <SignatureResult result={test.data} />}
        <Facts
          rows={[
            [t('field.subject'), certificate.subject],
            [t('field.tin'), certificate.tin],
            [t('field.validity'), <Validity certificate={certificate} key="validity" />],
            [t('field.issuer'), certificate.issuer],
            [t('field.serialNumber'), <Mono key="serial">{certificate.serialNumber}</Mono>],
            [t('field.fingerprint'), <Mono key="print">{certificate.fingerprintSha256}</Mono>],
          ]}
        />
      </Stack>
    </Section>
  );
}

function Validity({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation('certificates');
  const { notBefore, notAfter, daysLeft } = certificate;
  return (
    <Group gap="xs">
      <CertificateState certificate={certificate} />
      <span>
        <Moment at={notBefore} form="date" /> – <Moment at={notAfter} form="date" />
      </span>
      {daysLeft >= 0 && daysLeft <= 90 && (
        <Note span>({t('field.daysLeft', { count: daysLeft })})</Note>
      )}
    </Group>
  );
}

function SignatureResult({ result }: { result: Schema<'AdminTestSignature'> }) {
  const { t } = useTranslation('certificates');
  const isGood = result.isValid && result.problem === null;
  return (
    <Alert
      color={isGood ? 'green' : 'red'}
      icon={isGood ? <IconCheck /> : <IconX />}
      role={isGood ? 'status' : 'alert'}
    >
      {isGood ? t('active.testOk') : t('active.testBad', { problem: result.problem ?? '' })}
    </Alert>
  );
}

/** In a word: whether it signs, and for how long. */
function CertificateState({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation('certificates');
  const { isActive, daysLeft, warningDays, notBefore, refusal } = certificate;
  if (!isActive) return <StatusBadge tone="neutral">{t('state.past')}</StatusBadge>;
  if (daysLeft < 0) return <StatusBadge tone="bad">{t('state.expired')}</StatusBadge>;
  if (new Date(notBefore) > new Date()) {
    return <StatusBadge tone="waiting">{t('state.notYet')}</StatusBadge>;
  }
  if (refusal !== null) return <StatusBadge tone="bad">{t('state.refused')}</StatusBadge>;
  if (warningDays !== null) return <StatusBadge tone="warning">{t('state.soon')}</StatusBadge>;
  return <StatusBadge tone="good">{t('state.good')}</StatusBadge>;
}

/** Those that signed before: they stay, because invoices were signed with them. */
export function CertificateHistory({ certificates }: { certificates: readonly Certificate[] }) {
  const { t } = useTranslation('certificates');
  return (
    <Section title={t('history.title')}>
      <Records
        label={t('history.title')}
        rows={certificates}
        columns={[
          {
            header: t('field.serialNumber'),
            cell: ({ serialNumber }) => <Mono size="xs">{serialNumber}</Mono>,
          },
          {
            header: t('field.validity'),
            cell: ({ notBefore, notAfter }) => (
              <>
                <Moment at={notBefore} form="date" /> – <Moment at={notAfter} form="date" />
              </>
            ),
          },
          { header: t('history.storedAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
        ]}
      />
    </Section>
  );
}
