import { Text } from '@mantine/core';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Moment } from '../../parts/moment.tsx';
import { Records } from '../../parts/records.tsx';
import { Section } from '../../parts/section.tsx';

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
        idOf={({ id }) => id}
        columns={[
          {
            key: 'serial',
            header: t('field.serialNumber'),
            cell: ({ serialNumber }) => (
              <Text ff="monospace" size="xs" style={{ overflowWrap: 'anywhere' }}>
                {serialNumber}
              </Text>
            ),
          },
          {
            key: 'validity',
            header: t('field.validity'),
            cell: ({ notBefore, notAfter }) => (
              <>
                <Moment at={notBefore} form="date" /> – <Moment at={notAfter} form="date" />
              </>
            ),
          },
          {
            key: 'stored',
            header: t('history.storedAt'),
            cell: ({ createdAt }) => <Moment at={createdAt} />,
          },
        ]}
      />
    </Section>
  );
}
