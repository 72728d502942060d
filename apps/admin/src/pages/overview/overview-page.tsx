import { Button, Group, Stack, TextInput, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { read } from '../../api/client.ts';
import { Page, Section } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useTranslation, ensureTexts } from '../../i18n/i18n.ts';
import { useEnvironment } from '../../shell/company-guard.tsx';
import { lazy } from 'react';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/contract.ts';
import { Records } from '../../components/table/records.tsx';
import type { Column } from '../../components/table/records.tsx';
import { Instant, Note, PageLink, StatusBadge } from '../../components/text/text.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { DeadlineBadge } from '../failed-work/deadline-badge.tsx';
import { LoadedLater } from '../../components/state/missing-file.tsx';
import { healthQuery } from '../operations/health.ts';
import type { EfiHealth } from '../operations/health.ts';

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
            <List
              words="certificates"
              rows={certificates}
              place="certificates"
              columns={[
                {
                  header: t('certificates.left'),
                  cell: ({ daysLeft }) => (
                    <StatusBadge tone={daysLeft <= GRAVE_DAYS ? 'bad' : 'warning'}>
                      {t(daysLeft < 0 ? 'certificates.ended' : 'certificates.days', {
                        count: daysLeft,
                      })}
                    </StatusBadge>
                  ),
                },
                {
                  header: t('certificates.until'),
                  cell: ({ notAfter }) => <Instant at={notAfter} form="date" />,
                },
              ]}
            />
            <List
              words="unsold"
              rows={withoutLiveSale}
              columns={[
                {
                  header: t('unsold.register'),
                  isWordy: true,
                  cell: ({ cashRegister }) => cashRegister ?? t('unsold.noRegister'),
                },
                {
                  header: t('unsold.since'),
                  cell: ({ liveSince }) => <Instant at={liveSince} form="date" absent="–" />,
                },
              ]}
            />
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

type Overview = Schema<'AdminOverview'>;
type CompanyWork = Overview['work']['listed'][number];

/** At so few days a certificate is what an operator calls the company for. */
const GRAVE_DAYS = 7;

interface Listed<Row> {
  found: number;
  listed: readonly Row[];
}

/** Companies with failed or waiting invoices; the numbers lead to them. */
function OpenWork({ work }: { work: Overview['work'] }) {
  const { t } = useTranslation('overview');
  const { number } = useFormats();
  const environment = useEnvironment();
  const link = (page: 'failed' | 'waiting', { companyId, name, ...counts }: CompanyWork) => {
    const count = number(counts[page]);
    return counts[page] === 0 ? (
      count
    ) : (
      <PageLink
        to={`/companies/${companyId}/${page === 'failed' ? page : 'offline'}?environment=${environment}`}
        aria-label={`${t(`work.${page}`)}: ${count}, ${name}`}
      >
        {count}
      </PageLink>
    );
  };
  return (
    <List
      words="work"
      rows={work}
      columns={[
        {
          header: t('work.failed'),
          align: 'right',
          cell: (row) => link('failed', row),
        },
        {
          header: t('work.waiting'),
          align: 'right',
          cell: (row) => link('waiting', row),
        },
        {
          header: t('work.deadline'),
          cell: ({ nearestDeadline }) =>
            nearestDeadline === null ? '–' : <DeadlineBadge deliverBefore={nearestDeadline} />,
        },
        {
          header: t('work.oldest'),
          cell: ({ oldestFailure }) => <Instant at={oldestFailure} absent="–" />,
        },
      ]}
    />
  );
}

interface ListProps<Row> {
  words: 'work' | 'certificates' | 'unsold';
  rows: Listed<Row>;
  columns: Column<Row & { id: string }>[];
  /** Where the company's name leads. */
  place?: string;
}

function List<Row extends { companyId: string; name: string }>(props: ListProps<Row>): ReactNode {
  const { words, rows, columns, place = 'today' } = props;
  const { t } = useTranslation('overview');
  const { number } = useFormats();
  const environment = useEnvironment();
  const { found, listed } = rows;
  const company: Column<Row & { id: string }> = {
    header: t('company'),
    isWordy: true,
    cell: ({ companyId, name }) => (
      <PageLink to={`/companies/${companyId}/${place}?environment=${environment}`} fw={500}>
        {name}
      </PageLink>
    ),
  };
  return (
    <Section title={t(`${words}.title`)} description={t(`${words}.intro`)}>
      {listed.length === 0 ? (
        <Text size="sm">{t(`${words}.none`)}</Text>
      ) : (
        <Records
          label={t(`${words}.title`)}
          columns={[company, ...columns]}
          rows={listed.map((row, index) => ({ ...row, id: String(index) }))}
        />
      )}
      {found > listed.length && (
        <Note mt="xs">{t('more', { shown: listed.length, found: number(found) })}</Note>
      )}
    </Section>
  );
}

const Notice = lazy(async () => {
  const texts = ensureTexts(['operations']);
  const [module] = await Promise.all([import('../operations/service-notice.tsx'), texts]);
  return module;
});

const TONES = { answers: 'good', silent: 'bad', disbelieved: 'bad', unknown: 'neutral' } as const;

/** Whether the authority responds; the words of what is wrong are loaded where something is. */
function ServiceState() {
  const { t } = useTranslation('overview');
  const { t: words } = useTranslation();
  const { data: health } = useQuery({ ...healthQuery, refetchInterval: EVERY_MS });
  if (health === undefined) return null;
  const isPaused = health.queues.some(({ pause }) => pause !== null);
  const isWell = health.efi.every((efi) => TONES[stateOf(efi)] !== 'bad' && !efi.isHindered);
  return (
    <Stack gap="sm" mb="lg">
      <Group gap="xs">
        {health.efi.map((efi) => (
          <StatusBadge key={efi.environment} tone={TONES[stateOf(efi)]}>
            {`${words(`environment.${efi.environment}`)}: ${t(`authority.${stateOf(efi)}`)}`}
          </StatusBadge>
        ))}
      </Group>
      <LoadedLater>{(isPaused || !isWell) && <Notice health={health} />}</LoadedLater>
    </Stack>
  );
}

function stateOf({ circuit, disbelief }: EfiHealth): keyof typeof TONES {
  if (circuit === null) return 'unknown';
  if (circuit.state === 'open') return 'silent';
  return disbelief === null ? 'answers' : 'disbelieved';
}
