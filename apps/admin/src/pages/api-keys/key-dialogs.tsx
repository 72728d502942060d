// A new key, a successor of one, and either of them shown, this once.

import {
  Alert,
  Button,
  Code,
  Group,
  NativeSelect,
  Radio,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { DayField } from '../../components/form/day-field.tsx';
import { useDraftForm } from '../../components/form/use-draft-form.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { CopyButton } from '../../components/text/copy.tsx';
import { Dialog, FormDialog } from '../../components/dialog/dialog.tsx';
import { Moment, Note } from '../../components/text/text.tsx';
import { useChange } from '../../components/form/change.tsx';
import { dayEnd } from '../../format/podgorica-day.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';

type ApiKey = Schema<'AdminApiKey'>;

/** A key that was made just now. */
export interface Made {
  key: string;
  /** Until when the key before it works, after a rotation. */
  previousUntil: string | null;
}

interface MakeProps {
  onMade: (made: Made) => void;
  onClose: () => void;
}

/** `cashRegisterId` empty: the default one; `lastDay` on which it works, or empty. */
type Values = Record<'name' | 'cashRegisterId' | 'lastDay', string>;

/** A key of the environment that is looked at. */
export function NewKeyForm({ onMade, onClose }: MakeProps) {
  const { t } = useTranslation('api-keys');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const { data } = useQuery(
    read('/companies/{companyId}/cash-registers', { companyId, environment }),
  );
  const { form, draft, submit } = useDraftForm<Values>({
    name: `api-key:${companyId}:${environment}`,
    initialValues: { name: '', cashRegisterId: '', lastDay: '' },
    validate: {
      name: (name) => (name.trim() === '' ? t('form.nameMissing') : null),
      lastDay: (day) =>
        day === '' || new Date(dayEnd(day)) > new Date() ? null : t('form.expiresPast'),
    },
  });
  const create = useChange(
    ({ name, cashRegisterId, lastDay }: Values) => {
      const body = {
        environment,
        name,
        cashRegisterId: cashRegisterId === '' ? null : cashRegisterId,
        expiresAt: lastDay === '' ? null : dayEnd(lastDay),
      };
      return call('post', '/companies/{companyId}/api-keys', { companyId, body });
    },
    {
      onDone: ({ key }) => onMade({ key, previousUntil: null }),
      onError: 'shown',
    },
  );
  return (
    <FormDialog
      title={t(`form.title.${environment}`)}
      submit={t('form.submit')}
      change={create}
      draft={draft}
      onSubmit={submit(create.mutateAsync)}
      onClose={onClose}
    >
      <TextInput
        label={t('form.name')}
        description={t('form.nameHint')}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label={t('form.cashRegister')}
        description={t('form.cashRegisterHint')}
        data={[
          { value: '', label: t('form.default') },
          ...(data?.cashRegisters ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps('cashRegisterId')}
      />
      <DayField
        label={t('form.expires')}
        description={t('form.expiresHint')}
        value={form.values.lastDay}
        onChange={(day) => form.setFieldValue('lastDay', day)}
        error={form.errors.lastDay}
      />
    </FormDialog>
  );
}

const HOURS = ['0', '1', '24', '168', '720'] as const;

/** A successor of a key, and how long both work. */
export function RotateDialog({ apiKey, onMade, onClose }: MakeProps & { apiKey: ApiKey }) {
  const { t } = useTranslation('api-keys');
  const { id: companyId } = useCompany();
  const [hours, setHours] = useState<string>('24');
  const rotate = useChange(
    () =>
      call('post', '/companies/{companyId}/api-keys/{apiKeyId}/rotate', {
        companyId,
        apiKeyId: apiKey.id,
        body: { overlapHours: Number(hours) },
      }),
    {
      onDone: ({ key, previous }) => onMade({ key, previousUntil: previous.expiresAt }),
      onError: 'shown',
    },
  );
  return (
    <FormDialog
      title={t('rotate.title', { name: apiKey.name })}
      submit={t('rotate.submit')}
      change={rotate}
      onSubmit={rotate.mutate}
      onClose={onClose}
    >
      <Text size="sm">{t('rotate.text')}</Text>
      <Radio.Group label={t('rotate.overlap')} value={hours} onChange={setHours}>
        <Stack gap="xs" mt="xs">
          {HOURS.map((choice) => (
            <Radio key={choice} value={choice} label={t(`rotate.hours.${choice}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}

/** A key, this once. A click beside the dialog does not close it. */
export function MadeKey({ made, onClose }: { made: Made; onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  return (
    <Dialog
      onClose={onClose}
      title={t('made.title')}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="yellow" icon={<IconAlertTriangle />}>
          {t('made.text')}
        </Alert>
        <Code
          block
          tabIndex={0}
          role="region"
          aria-label={t('made.key')}
          style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {made.key}
        </Code>
        {made.previousUntil !== null && (
          <Note>
            {t('made.overlap')} <Moment at={made.previousUntil} />
          </Note>
        )}
        <Group justify="flex-end">
          <CopyButton data-autofocus value={made.key} label={t('made.copy')} />
          <Button variant="default" onClick={onClose}>
            {t('made.done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
