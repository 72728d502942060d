import { Button, Code, Group, Select, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDownload, IconExternalLink, IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../format/use-formats.ts';
import { Empty } from '../../../parts/empty.tsx';
import { pdfPath } from '../invoice-queries.ts';
import type { AdminInvoice } from '../invoice-schemas.ts';
import classes from './pdf-tab.module.css';

interface PdfTabProps {
  companyId: string;
  invoice: AdminInvoice;
}

/** The print: the newest version, and the ones before it. */
export function PdfTab({ companyId, invoice: { record, documents, missingPrint } }: PdfTabProps) {
  const { t } = useTranslation('invoices');
  const { dateTime } = useFormats();
  // Browsers of phones show no PDF within a page.
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [chosen, setChosen] = useState<string | null>(null);
  const version = documents.find(({ id }) => id === chosen) ?? documents.at(-1);
  if (!version) {
    const isOnItsWay = missingPrint !== null || record.status === 'Pending';
    return (
      <Empty icon={IconFileTypePdf} title="PDF">
        {isOnItsWay ? t('pdf.none') : t('detail.pdfNone')}
      </Empty>
    );
  }
  const path = pdfPath(companyId, record.id, version.id);
  const name = (record.invoiceNumber ?? record.id).replaceAll('/', '-');
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        {documents.length > 1 && (
          <Select
            label={t('pdf.version')}
            allowDeselect={false}
            value={version.id}
            onChange={setChosen}
            data={documents.toReversed().map(({ id, fic, createdAt }) => ({
              value: id,
              label: t(fic === null ? 'pdf.versionOffline' : 'pdf.versionFinal', {
                time: dateTime(createdAt),
              }),
            }))}
            w={280}
          />
        )}
        <Button
          component="a"
          href={path}
          target="_blank"
          rel="noreferrer"
          variant={isPhone ? 'filled' : 'default'}
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('pdf.open')}
        </Button>
        <Button
          component="a"
          href={path}
          download={`${name}.pdf`}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('pdf.download')}
        </Button>
      </Group>
      {!isPhone && (
        <iframe
          key={version.id}
          src={path}
          title={t('pdf.title', { number: record.invoiceNumber ?? '' })}
          className={classes.frame}
        />
      )}
      <Text size="xs" c="dimmed">
        SHA-256 <Code className={classes.sha}>{version.sha256}</Code>
      </Text>
    </Stack>
  );
}
