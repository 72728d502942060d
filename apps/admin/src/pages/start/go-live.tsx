import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { call } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { askFirst } from '../../components/dialog/confirm.ts';
import { Failure } from '../../components/state/failure.tsx';
import { Section } from '../../components/page/section.tsx';
import { StatusBadge } from '../../components/text/status-badge.tsx';
import { useChange } from '../../components/form/change.tsx';
import { useCompany } from '../../shell/company-guard.tsx';
import { Note, PageLink } from '../../components/text/text.tsx';

interface GoLiveProps {
  steps: readonly Schema<'AdminChecklistStep'>[];
  isLive: boolean;
}

const places = {
  certificate: '../certificates?environment=live',
  codes: '../cash-registers?environment=live',
  tcr: '../cash-registers?environment=live',
  'api-key': '../api-keys?environment=live',
  'test-invoice': '../invoices?environment=test',
} as const;

/** What must be done before real invoices, and the switch. */
export function GoLive({ steps, isLive }: GoLiveProps) {
  const { t } = useTranslation('start');
  const { id: companyId, name } = useCompany();
  const go = useChange(() => call('post', '/companies/{companyId}/go-live', { companyId }), {
    refreshes: [['companies']],
    done: t('live.gone', { name }),
    onError: 'shown',
  });
  if (isLive) {
    return (
      <Alert color="green" icon={<IconRosetteDiscountCheck />} title={t('live.title')}>
        {t('live.isLive')}
      </Alert>
    );
  }
  const isReady = steps.every(({ isDone }) => isDone);
  const ask = () =>
    askFirst({
      title: t('live.askTitle'),
      text: t('live.askText', { name }),
      confirm: t('live.go'),
      onConfirm: () => go.mutate(),
    });
  return (
    <Section title={t('live.title')} description={t('live.text')}>
      <Stack>
        {go.isError && <Failure error={go.error} />}
        <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {steps.map(({ key, isDone }) => (
            <Group key={key} component="li" justify="space-between" wrap="nowrap">
              <Text size="sm">{t(`live.${key}`)}</Text>
              {isDone ? (
                <StatusBadge tone="good">{t('done')}</StatusBadge>
              ) : (
                <PageLink to={places[key]} relative="path">
                  {t('live.open')}
                </PageLink>
              )}
            </Group>
          ))}
        </Stack>
        <Group justify="space-between">
          <Note>{isReady ? '' : t('live.incomplete')}</Note>
          <Button disabled={!isReady} loading={go.isPending} onClick={ask}>
            {t('live.go')}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
