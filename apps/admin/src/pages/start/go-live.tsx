import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { answer, api } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { askFirst } from '../../parts/confirm.ts';
import { Failure } from '../../parts/failure.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useCompany } from '../../shell/company-door.tsx';

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
  const cache = useQueryClient();
  const go = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/admin/api/companies/{companyId}/go-live', { params: { path: { companyId } } }),
      ),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['companies'] });
      notifyDone(t('live.gone', { name }));
    },
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
                <Anchor component={Link} to={places[key]} relative="path" size="sm">
                  {t('live.open')}
                </Anchor>
              )}
            </Group>
          ))}
        </Stack>
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {isReady ? '' : t('live.incomplete')}
          </Text>
          <Button disabled={!isReady} loading={go.isPending} onClick={ask}>
            {t('live.go')}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
