import { Text } from '@mantine/core';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Moment } from '../../components/moment.tsx';
import { Records } from '../../components/records.tsx';
import { Section } from '../../components/section.tsx';

/** Those that signed before: they stay, because invoices were signed with them. */
export function CertificateHistory({
  certificates,
}: {
  certificates: readonly Schema<'AdminCertificate'>[];
}) {
  const { t } = useTranslation('certificates');
  return (
    <Section title={t('history.title')}>
      <Records
        label={t('history.label')}
        rows={certificates}
        columns={[
          {
            header: t('field.serialNumber'),
            cell: ({ serialNumber }) => (
              <Text ff="monospace" size="xs" style={{ overflowWrap: 'anywhere' }}>
                {serialNumber}
              </Text>
            ),
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
