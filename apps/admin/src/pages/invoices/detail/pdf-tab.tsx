import { Button, Code, Group, Select, Stack } from '@mantine/core';
import { IconDownload, IconExternalLink, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormats } from '../../../format/use-formats.ts';
import { useIsPhone } from '../../../components/use-is-phone.ts';
import { useTranslation } from '../../../i18n/i18n.ts';
import { Empty } from '../../../components/state/query-view.tsx';
import { Failure } from '../../../components/state/failure.tsx';
import { useCompany } from '../../../shell/company-guard.tsx';
import { invoiceQuery, pdfPath, printQuery } from '../invoice-queries.ts';
import type { AdminInvoice } from '../invoice-queries.ts';
import { Note } from '../../../components/text/text.tsx';

const FRAME = {
  width: '100%',
  height: 'min(80vh, 64rem)',
  border: '1px solid var(--line)',
  borderRadius: 'var(--mantine-radius-lg)',
  background: '#fff',
};

/** The print: the newest version, made now if it is not yet, and the ones before it. */
export function PdfTab({ invoice }: { invoice: AdminInvoice }) {
  const { id: companyId } = useCompany();
  const { record, documents } = invoice;
  const { t } = useTranslation('invoices');
  const { dateTime } = useFormats();
  // Browsers of phones show no PDF within a page.
  const isPhone = useIsPhone();
  const [chosen, setChosen] = useState<string | null>(null);
  const printing = usePrint(companyId, invoice);
  const version = documents.find(({ id }) => id === chosen) ?? documents.at(-1);
  const failure = printing.error && (
    <Failure error={printing.error} onRetry={() => void printing.refetch()} />
  );
  if (!version) {
    if (failure) return failure;
    const text = printing.isMissing ? t('pdf.making') : t('detail.pdfNone');
    return <Empty icon={IconFileTypePdf} title="PDF" text={text} />;
  }
  const path = pdfPath(companyId, record.id, version.id);
  const name = (record.invoiceNumber ?? record.id).replaceAll('/', '-');
  return (
    <Stack gap="md">
      {failure}
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
          style={FRAME}
        />
      )}
      <Note size="xs">
        SHA-256 <Code style={{ overflowWrap: 'anywhere' }}>{version.sha256}</Code>
      </Note>
    </Stack>
  );
}

/** Has the print made that the invoice of this moment lacks. */
function usePrint(companyId: string, { record, documents, offlineSince }: AdminInvoice) {
  const client = useQueryClient();
  const isHandedOut = record.status === 'Fiscalized' || offlineSince !== null;
  const isMissing = isHandedOut && !documents.some(({ fic }) => fic === record.fic);
  const { isSuccess, error, refetch } = useQuery({
    ...printQuery(companyId, record.id, record.fic),
    enabled: isMissing,
  });
  useEffect(() => {
    if (!isSuccess || !isMissing) return;
    const { queryKey } = invoiceQuery(companyId, record.id);
    void client.invalidateQueries({ queryKey, exact: true });
  }, [client, companyId, record.id, isSuccess, isMissing]);
  return { isMissing, error: isMissing ? error : null, refetch };
}
