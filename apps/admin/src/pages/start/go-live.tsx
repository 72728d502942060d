import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { call } from '../../api/client.ts';
import type { Environment, Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Failure } from '../../components/state/failure.tsx';
import { Section } from '../../components/page/page.tsx';
import { StatusBadge, Note, PageLink } from '../../components/text/text.tsx';
import { ChangeButton, useChange } from '../../components/form/change.tsx';
import { useCompany } from '../../shell/company-guard.tsx';

interface GoLiveProps {
  steps: readonly Schema<'AdminChecklistStep' | 'AdminFirstSaleStep'>[];
  isLive: boolean;
}

/** Where each step is taken. */
const PAGES = {
  certificate: 'certificates',
  codes: 'cash-registers',
  tcr: 'cash-registers',
  'api-key': 'api-keys',
  'test-invoice': 'invoices',
  'live-api-key': 'api-keys',
  'live-invoice': 'invoices',
} as const;

/** The way from the first steps to the page of one of them. */
export function pathOfStep(key: keyof typeof PAGES, environment: Environment): string {
  return `../${PAGES[key]}?environment=${key === 'test-invoice' ? 'test' : environment}`;
}

/** What must be done before real invoices, and the switch. */
export function GoLive({ steps, isLive }: GoLiveProps) {
  const { t } = useTranslation('start');
  const { id: companyId, name } = useCompany();
  const go = useChange(() => call('post', '/companies/{companyId}/go-live', { companyId }), {
    done: t('live.gone', { name }),
    onError: 'shown',
  });
  const isReady = steps.every(({ isDone }) => isDone);
  if (isLive) {
    return (
      <Alert
        color={isReady ? 'green' : 'yellow'}
        icon={<IconRosetteDiscountCheck />}
        title={t('live.title')}
      >
        <Stack>
          <Text size="sm">{isReady ? t('live.isLive') : t('live.isLiveWithout')}</Text>
          <Steps steps={steps} />
        </Stack>
      </Alert>
    );
  }
  return (
    <Section title={t('live.title')} description={t('live.text')}>
      <Stack>
        {go.isError && <Failure error={go.error} />}
        <Steps steps={steps} />
        <Group justify="space-between">
          <Note>{isReady ? '' : t('live.incomplete')}</Note>
          <ChangeButton
            disabled={!isReady}
            change={go}
            question={{ title: t('live.askTitle'), text: t('live.askText', { name }) }}
          >
            {t('live.go')}
          </ChangeButton>
        </Group>
      </Stack>
    </Section>
  );
}

function Steps({ steps }: Pick<GoLiveProps, 'steps'>) {
  const { t } = useTranslation('start');
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {steps.map(({ key, isDone }) => (
        <Group key={key} component="li" justify="space-between" wrap="nowrap">
          <Text size="sm">{t(`live.${key}`)}</Text>
          {isDone ? (
            <StatusBadge tone="good">{t('done')}</StatusBadge>
          ) : (
            <PageLink
              to={pathOfStep(key, 'live')}
              relative="path"
              aria-label={`${t('live.open')}: ${t(`live.${key}`)}`}
            >
              {t('live.open')}
            </PageLink>
          )}
        </Group>
      ))}
    </Stack>
  );
}
