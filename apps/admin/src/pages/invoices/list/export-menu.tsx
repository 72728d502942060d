import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload, IconPrinter, IconTable } from '@tabler/icons-react';
import { useMay } from '../../../api/may.ts';
import { dayEnd, dayStart } from '../../../format/podgorica-day.ts';
import { useLanguage, useTranslation } from '../../../i18n/i18n.ts';
import type { Language } from '../../../i18n/language.ts';
import { useCompany, useEnvironment } from '../../../shell/company-guard.tsx';
import type { InvoiceFilter } from './invoice-filter.ts';

/** What the list is narrowed to, as a file or on paper. */
export function ExportMenu({ filter }: { filter: InvoiceFilter }) {
  const { t } = useTranslation('invoices');
  const { t: words } = useTranslation();
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const language = useLanguage();
  const may = useMay();
  const fileOf = (format: string) =>
    exportPath(companyId, { environment, format, language }, filter);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t('export.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {may.exportInvoices && (
          <>
            <Menu.Label>{t('export.what')}</Menu.Label>
            {(['xlsx', 'csv'] as const).map((format) => (
              <Menu.Item
                key={format}
                component="a"
                href={fileOf(format)}
                download
                leftSection={<IconTable size={16} aria-hidden />}
              >
                {t(`export.${format}`)}
              </Menu.Item>
            ))}
            <Menu.Divider />
          </>
        )}
        <Menu.Item
          leftSection={<IconPrinter size={16} aria-hidden />}
          // The menu is gone before the page is drawn on paper.
          onClick={() => setTimeout(() => window.print(), MENU_CLOSES_MS)}
        >
          {words('print')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const MENU_CLOSES_MS = 300;

/** The browser itself stores it, so that its size does not matter. */
function exportPath(
  companyId: string,
  chosen: { environment: string; format: string; language: Language },
  { from, to, ...narrowing }: InvoiceFilter,
): string {
  const values = {
    ...chosen,
    ...narrowing,
    from: from && dayStart(from),
    to: to && dayEnd(to),
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return `/admin/api/companies/${companyId}/invoices/export?${query.toString()}`;
}
