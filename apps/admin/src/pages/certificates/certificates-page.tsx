import { Alert, Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconCertificate, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { AuthorityWords } from '../../components/authority/authority-meaning.tsx';
import { Moment, Note } from '../../components/text/text.tsx';
import { Empty, QueryView } from '../../components/state/query-view.tsx';
import { Page } from '../../components/page/page.tsx';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';
import { ActiveCertificate, CertificateHistory } from './certificate-sections.tsx';
import { UploadDialog } from './upload-dialog.tsx';

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
                  {active.refusal && <Refusal refusal={active.refusal} />}
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
              {past.length > 0 && <CertificateHistory certificates={past} />}
            </Stack>
          );
        }}
      </QueryView>
      {isUploading && <UploadDialog environment={environment} onClose={upload.close} />}
    </Page>
  );
}

/** What the authority says of it: that it was revoked, or is not the company's. */
function Refusal({ refusal }: { refusal: NonNullable<Certificate['refusal']> }) {
  const { t } = useTranslation('certificates');
  const { efiCode, efiMessage, remedyKey, at } = refusal;
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t('refused')}>
      <AuthorityWords efiCode={efiCode} efiMessage={efiMessage} remedyKey={remedyKey} />
      <Note size="xs" mt="xs">
        {t('refusedAt')} <Moment at={at} />
      </Note>
    </Alert>
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
