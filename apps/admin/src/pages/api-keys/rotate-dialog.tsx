import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { useCompany } from '../../shell/company-door.tsx';
import type { Made } from './made-key.tsx';

const choices = ['0', '1', '24', '168', '720'] as const;

interface RotateDialogProps {
  apiKey: Schema<'AdminApiKey'>;
  onMade: (made: Made) => void;
  onClose: () => void;
}

/** A successor of a key, and how long both work. */
export function RotateDialog({ apiKey, onMade, onClose }: RotateDialogProps) {
  const { t } = useTranslation('api-keys');
  const { t: words } = useTranslation();
  const { id: companyId } = useCompany();
  const cache = useQueryClient();
  const [hours, setHours] = useState<string>('24');
  const rotate = useMutation({
    mutationFn: () => {
      const params = { path: { companyId, apiKeyId: apiKey.id } };
      const init = { params, body: { overlapHours: Number(hours) } };
      return answer(api.POST('/admin/api/companies/{companyId}/api-keys/{apiKeyId}/rotate', init));
    },
    onSuccess: async ({ key, previous }) => {
      onMade({ key, previousUntil: previous.expiresAt });
      await cache.invalidateQueries({ queryKey: ['companies', companyId] });
    },
  });
  return (
    <Dialog onClose={onClose} title={t('rotate.title', { name: apiKey.name })}>
      <Stack>
        <Text size="sm">{t('rotate.text')}</Text>
        {rotate.isError && <Failure error={rotate.error} />}
        <Radio.Group label={t('rotate.overlap')} value={hours} onChange={setHours}>
          <Stack gap="xs" mt="xs">
            {choices.map((choice) => (
              <Radio key={choice} value={choice} label={t(`rotate.hours.${choice}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words('action.cancel')}
          </Button>
          <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
            {t('rotate.submit')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
