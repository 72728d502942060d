import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { read } from '../../api/client.ts';
import { Page } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { useEnvironment } from '../../shell/company-guard.tsx';
import { EndingCertificates, OpenWork, WithoutLiveSale } from './sections.tsx';
import { ServiceState } from './service-state.tsx';

const EVERY_MS = 15_000;

/** What an operator has to look after, over all companies: the first page of operators. */
export default function OverviewPage() {
  const { t } = useTranslation('overview');
  const environment = useEnvironment();
  const query = useQuery({ ...read('/overview', { environment }), refetchInterval: EVERY_MS });
  return (
    <Page title={t('title')} description={t('intro')} width="wide">
      <ServiceState />
      <InvoiceSearch />
      <QueryView query={query} lines={8}>
        {({ work, certificates, withoutLiveSale }) => (
          <Stack gap="lg">
            <OpenWork work={work} />
            <EndingCertificates certificates={certificates} />
            <WithoutLiveSale registers={withoutLiveSale} />
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

/** Leads to the invoices of all companies that it finds. */
function InvoiceSearch() {
  const { t } = useTranslation('overview');
  const navigate = useNavigate();
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const { search } = event.currentTarget.elements as unknown as { search: HTMLInputElement };
        const filter = new URLSearchParams({ search: search.value.trim() });
        void navigate(`/invoices?${filter.toString()}`);
      }}
    >
      <Group align="flex-end" gap="sm" mb="lg">
        <TextInput
          name="search"
          type="search"
          required
          label={t('search.label')}
          placeholder={t('search.hint')}
          leftSection={<IconSearch size={16} aria-hidden />}
          withAsterisk={false}
          w={{ base: '100%', xs: 380 }}
        />
        <Button type="submit">{t('search.submit')}</Button>
      </Group>
    </form>
  );
}
