import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/i18n.ts';
import { CopyValue } from '../../../parts/copy-value.tsx';
import { Section } from '../../../parts/section.tsx';
import type { InvoiceRecord } from '../invoice-schemas.ts';
import { Pairs } from './pairs.tsx';
import { QrCode } from './qr-code.tsx';

/** IIC and FIC, and where everybody can verify the invoice. */
export function Codes({ record }: { record: InvoiceRecord }) {
  const { t } = useTranslation('invoices');
  const { iic, fic, verificationUrl } = record;
  return (
    <Section title={t('detail.codes')}>
      <Group align="flex-start" gap="lg">
        {verificationUrl !== null && <QrCode text={verificationUrl} label={t('detail.qr')} />}
        <Stack gap="sm" flex="1 1 15rem" miw={0}>
          <Pairs
            isStacked
            rows={[
              [
                t('detail.iic'),
                iic === null ? (
                  <Text span size="sm" c="dimmed">
                    {t('detail.notSigned')}
                  </Text>
                ) : (
                  <CopyValue value={iic} label={t('detail.iic')} />
                ),
              ],
              [
                t('detail.fic'),
                fic === null ? (
                  <Text span size="sm" c="dimmed">
                    {t('detail.ficFollows')}
                  </Text>
                ) : (
                  <CopyValue value={fic} label={t('detail.fic')} />
                ),
              ],
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
