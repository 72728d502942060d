import { Alert, Button, Stack, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconCertificate,
  IconUpload,
  IconCheck,
  IconSignature,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { read, call } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { AuthorityWords } from '../../components/authority/authority-meaning.tsx';
import { Instant, Note, StatusBadge, Mono } from '../../components/text/text.tsx';
import { Empty, QueryView } from '../../components/state/query-view.tsx';
import { Page, Section } from '../../components/page/page.tsx';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import { Facts } from '../../components/page/facts.tsx';
import { Failure } from '../../components/state/failure.tsx';
import { Records } from '../../components/table/records.tsx';
import { ChangeButton, useChange } from '../../components/form/change.tsx';

type Certificate = Schema<'AdminCertificate'>;

/** The certificate that signs in an environment, those before it, and the way to a new one. */
export default function CertificatesPage() {
  const { t } = useTranslation('certificates');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const query = useQuery(read('/companies/{companyId}/certificates', { companyId, environment }));
  const [isUploading, upload] = useDisclosure(false);
  const hasOne = query.data?.certificates.some(({ isActive }) => isActive) ?? false;
  const button = (
    <Button leftSection={<IconUpload size={18} />} onClick={upload.open}>
      {hasOne ? t('upload.open') : t('upload.openFirst')}
    </Button>
  );
  return (
    <Page title={t('title')} description={t('intro')} actions={hasOne && button}>
      <QueryView query={query}>
        {({ certificates }) => {
          const active = certificates.find(({ isActive }) => isActive);
          const past = certificates.filter(({ isActive }) => !isActive);
          return (
            <Stack gap="lg">
              {active ? (
                <>
                  {active.refusal && (
                    <Alert color="red" icon={<IconAlertTriangle />} title={t('refused')}>
                      <AuthorityWords
                        efiCode={active.refusal.efiCode}
                        efiMessage={active.refusal.efiMessage}
                        remedyKey={active.refusal.remedyKey}
                      />
                      <Note size="xs" mt="xs">
                        {t('refusedAt')} <Instant at={active.refusal.at} />
                      </Note>
                    </Alert>
                  )}
                  {active.refusal === null && <Renewal certificate={active} />}
                  <ActiveCertificate certificate={active} />
                </>
              ) : (
                <Empty
                  icon={IconCertificate}
                  title={t('active.none')}
                  text={`${t('active.noneText')} ${t(`source.${environment}`)}`}
                  action={button}
                />
              )}
              {past.length > 0 && (
                <Section title={t('history.title')}>
                  <Records
                    label={t('history.title')}
                    rows={past}
                    columns={[
                      {
                        header: t('field.serialNumber'),
                        cell: ({ serialNumber }) => <Mono size="xs">{serialNumber}</Mono>,
                      },
                      {
                        header: t('field.validity'),
                        cell: ({ notBefore, notAfter }) => (
                          <>
                            <Instant at={notBefore} form="date" /> –{' '}
                            <Instant at={notAfter} form="date" />
                          </>
                        ),
                      },
                      {
                        header: t('history.storedAt'),
                        cell: ({ createdAt }) => <Instant at={createdAt} />,
                      },
                    ]}
                  />
                </Section>
              )}
            </Stack>
          );
        }}
      </QueryView>
      {isUploading && <UploadDialog environment={environment} onClose={upload.close} />}
    </Page>
  );
}

/** Decisions §7: a warning at 60, 30, 15, 7 and 0 days. */
function Renewal({ certificate: { daysLeft, warningDays } }: { certificate: Certificate }) {
  const { t } = useTranslation('certificates');
  if (warningDays === null) return null;
  const isGrave = warningDays <= 7;
  return (
    <Alert color={isGrave ? 'red' : 'yellow'} icon={<IconAlertTriangle />}>
      {daysLeft < 0 ? t('expired') : t('renew', { count: daysLeft })}
    </Alert>
  );
}

/** The one that signs, and a button that has the worker sign with it. */
function ActiveCertificate({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation('certificates');
  const { id: companyId } = useCompany();
  const { notBefore, notAfter, daysLeft } = certificate;
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
            [
              t('field.validity'),
              <Group key="validity" gap="xs">
                <CertificateState certificate={certificate} />
                <span>
                  <Instant at={notBefore} form="date" /> – <Instant at={notAfter} form="date" />
                </span>
                {daysLeft >= 0 && daysLeft <= 90 && (
                  <Note span>({t('field.daysLeft', { count: daysLeft })})</Note>
                )}
              </Group>,
            ],
            [t('field.issuer'), certificate.issuer],
            [t('field.serialNumber'), <Mono key="serial">{certificate.serialNumber}</Mono>],
            [t('field.fingerprint'), <Mono key="print">{certificate.fingerprintSha256}</Mono>],
          ]}
        />
      </Stack>
    </Section>
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
