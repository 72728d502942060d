import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/i18n.ts';
import { CopyValue } from '../../../components/copy-value.tsx';
import { QrCode } from '../../../components/qr-code.tsx';
import { Section } from '../../../components/section.tsx';
import type { InvoiceRecord } from '../invoice-queries.ts';
import { Facts } from '../../../components/facts.tsx';

/** IIC and FIC, and where everybody can verify the invoice. */
export function Codes({ record }: { record: InvoiceRecord }) {
  const { t } = useTranslation('invoices');
  const { iic, fic, verificationUrl } = record;
  return (
    <Section title={t('detail.codes')}>
      <Group align="flex-start" gap="lg">
        {verificationUrl !== null && (
          <QrCode text={verificationUrl} label={t('detail.qr')} size={148} />
        )}
        <Stack gap="sm" flex="1 1 15rem" miw={0}>
          <Facts
            layout="stack"
            rows={[
              [t('detail.iic'), <Code key="iic" code={iic} name="iic" absent="notSigned" />],
              [t('detail.fic'), <Code key="fic" code={fic} name="fic" absent="ficFollows" />],
            ]}
          />
          {verificationUrl !== null && (
            <Anchor href={verificationUrl} target="_blank" rel="noreferrer" size="sm">
              <Group gap={6} component="span" wrap="nowrap">
                <IconExternalLink size={16} aria-hidden />
                {t('detail.verify')}
              </Group>
            </Anchor>
          )}
        </Stack>
      </Group>
    </Section>
  );
}

interface CodeProps {
  code: string | null;
  name: 'iic' | 'fic';
  absent: 'notSigned' | 'ficFollows';
}

function Code({ code, name, absent }: CodeProps) {
  const { t } = useTranslation('invoices');
  return code === null ? (
    <Text span size="sm" c="dimmed">
      {t(`detail.${absent}`)}
    </Text>
  ) : (
    <CopyValue value={code} label={t(`detail.${name}`)} />
  );
}
