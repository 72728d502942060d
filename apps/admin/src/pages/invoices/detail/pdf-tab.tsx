import { Button, Code, Group, SegmentedControl, Select, Stack } from '@mantine/core';
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
import type { AdminInvoice, Paper } from '../invoice-queries.ts';
import { Note } from '../../../components/text/text.tsx';

const FRAME = {
  width: '100%',
  height: 'min(80vh, 64rem)',
  border: '1px solid var(--line)',
  borderRadius: 'var(--mantine-radius-lg)',
  background: '#fff',
};

/** The print on either paper: the newest version, made now if it is not yet, and older ones. */
export function PdfTab({ invoice }: { invoice: AdminInvoice }) {
  const { id: companyId } = useCompany();
  const { record, documents } = invoice;
  const { t } = useTranslation('invoices');
  const { dateTime } = useFormats();
  // Browsers of phones show no PDF within a page.
  const isPhone = useIsPhone();
  const [chosen, setChosen] = useState<string | null>(null);
  const [chosenPaper, setPaper] = useState<Paper | null>(null);
  const paper = chosenPaper ?? documents[0]?.paper ?? null;
  const printing = usePrint(companyId, invoice, paper);
  const versions = documents.filter((each) => each.paper === paper);
  const version = versions.find(({ id }) => id === chosen) ?? versions.at(-1);
  const papers = paper && (
    <SegmentedControl
      aria-label={t('pdf.paper')}
      value={paper}
      onChange={(value) => setPaper(value === '80mm' ? '80mm' : 'a4')}
      data={[
        { value: 'a4', label: 'A4' },
        { value: '80mm', label: '80 mm' },
      ]}
    />
  );
  const failure = printing.error && (
    <Failure error={printing.error} onRetry={() => void printing.refetch()} />
  );
  if (!version) {
    const text = printing.isMissing ? t('pdf.making') : t('detail.pdfNone');
    return (
      <Stack gap="md" align="flex-start">
        {papers}
        {failure ?? <Empty icon={IconFileTypePdf} title="PDF" text={text} />}
      </Stack>
    );
  }
  const path = pdfPath(companyId, record.id, version.id);
  const number = (record.invoiceNumber ?? record.id).replaceAll('/', '-');
  const name = paper === 'a4' ? number : `${number}-${version.paper}`;
  return (
    <Stack gap="md">
      {failure}
      <Group gap="sm" align="flex-end">
        {papers}
        {versions.length > 1 && (
          <Select
            label={t('pdf.version')}
            allowDeselect={false}
            value={version.id}
            onChange={setChosen}
            data={versions.toReversed().map(({ id, fic, createdAt }) => ({
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

/** Has the print made that the invoice of this moment lacks. @param paper null for its own. */
function usePrint(
  companyId: string,
  { record, documents, offlineSince }: AdminInvoice,
  paper: Paper | null,
) {
  const client = useQueryClient();
  const isHandedOut = record.status === 'Fiscalized' || offlineSince !== null;
  const isMissing =
    isHandedOut && !documents.some((each) => each.fic === record.fic && each.paper === paper);
  const { isSuccess, error, refetch } = useQuery({
    ...printQuery(companyId, record.id, { fic: record.fic, paper }),
    enabled: isMissing,
  });
  useEffect(() => {
    if (!isSuccess || !isMissing) return;
    const { queryKey } = invoiceQuery(companyId, record.id);
    void client.invalidateQueries({ queryKey, exact: true });
  }, [client, companyId, record.id, isSuccess, isMissing]);
  return { isMissing, error: isMissing ? error : null, refetch };
}
