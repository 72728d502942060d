// The API keys of an environment. A key itself is shown once, when it is made.

import {
  Button,
  Stack,
  Text,
  Alert,
  Code,
  Group,
  NativeSelect,
  Radio,
  TextInput,
} from '@mantine/core';
import { IconKey, IconPlus, IconBan, IconRefresh, IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { askFirst } from '../../components/confirm.ts';
import { Page } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useChange } from '../../components/form/change.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';
import { TextButton, Instant, StatusBadge, Note } from '../../components/text/text.tsx';
import { Records } from '../../components/table/records.tsx';
import type { Column } from '../../components/table/records.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { RowMenu } from '../../components/table/row-menu.tsx';
import { DayField } from '../../components/form/day-field.tsx';
import { useDraftForm } from '../../components/form/use-draft-form.ts';
import { CopyButton } from '../../components/text/copy.tsx';
import { Dialog, FormDialog } from '../../components/dialog/dialog.tsx';
import { dayEnd } from '../../format/podgorica-day.ts';

type ApiKey = Schema<'AdminApiKey'>;

/** What is open over the page. */
type Dialog = { kind: 'new' } | { kind: 'rotate'; apiKey: ApiKey } | { kind: 'made'; made: Made };

/** Of the environment that is looked at. */
export default function ApiKeysPage() {
  const { t } = useTranslation('api-keys');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const query = useQuery(read('/companies/{companyId}/api-keys', { companyId, environment }));
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const show = (made: Made) => setDialog({ kind: 'made', made });
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog({ kind: 'new' })}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      description={t('intro')}
      width="wide"
      actions={(query.data?.apiKeys.length ?? 0) > 0 && add}
    >
      <QueryView
        query={query}
        isEmpty={({ apiKeys }) => apiKeys.length === 0}
        empty={{ icon: IconKey, title: t('empty.title'), text: t('empty.text'), action: add }}
      >
        {({ apiKeys }) => (
          <Keys apiKeys={apiKeys} onRotate={(apiKey) => setDialog({ kind: 'rotate', apiKey })} />
        )}
      </QueryView>
      {dialog?.kind === 'new' && <NewKeyForm onMade={show} onClose={close} />}
      {dialog?.kind === 'rotate' && (
        <RotateDialog apiKey={dialog.apiKey} onMade={show} onClose={close} />
      )}
      {dialog?.kind === 'made' && <MadeKey made={dialog.made} onClose={close} />}
    </Page>
  );
}

/** A key and its successor have one name: the first characters distinguish them. */
const shownName = ({ name, prefix }: ApiKey) => `${name} (${prefix}…)`;

const tones = { active: 'good', expired: 'neutral', revoked: 'bad' } as const;

interface KeysProps {
  apiKeys: readonly ApiKey[];
  onRotate: (apiKey: ApiKey) => void;
}

function Keys(props: KeysProps) {
  const { t } = useTranslation('api-keys');
  const columns = useColumns(props);
  const [withEnded, setWithEnded] = useState(false);
  const active = props.apiKeys.filter(({ status }) => status === 'active');
  const ended = props.apiKeys.filter(({ status }) => status !== 'active');
  return (
    <Stack align="stretch">
      <Records
        label={t('title')}
        columns={columns}
        rows={withEnded ? [...active, ...ended] : active}
      />
      {ended.length > 0 && (
        <TextButton
          style={{ alignSelf: 'flex-start' }}
          aria-expanded={withEnded}
          onClick={() => setWithEnded(!withEnded)}
        >
          {withEnded ? t('hideEnded') : t('showEnded', { count: ended.length })}
        </TextButton>
      )}
    </Stack>
  );
}

function useColumns({ apiKeys, onRotate }: KeysProps): Column<ApiKey>[] {
  const { t } = useTranslation('api-keys');
  const { id: companyId } = useCompany();
  const revoke = useChange(
    (apiKeyId: string) =>
      call('post', '/companies/{companyId}/api-keys/{apiKeyId}/revoke', { companyId, apiKeyId }),
    { done: t('revoke.done') },
  );
  const askRevoke = (apiKey: ApiKey) =>
    askFirst({
      title: t('revoke.title'),
      text: t('revoke.text', { name: shownName(apiKey) }),
      confirm: t('revoke.action'),
      isGrave: true,
      onConfirm: () => revoke.mutate(apiKey.id),
    });
  const nameOf = (apiKey: ApiKey) =>
    apiKeys.some(({ id, name }) => name === apiKey.name && id !== apiKey.id)
      ? shownName(apiKey)
      : apiKey.name;
  return [
    {
      header: t('column.name'),
      isWordy: true,
      cell: ({ name, prefix }) => (
        <>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Note size="xs" ff="monospace">
            {prefix}…
          </Note>
        </>
      ),
    },
    {
      header: t('column.status'),
      cell: ({ status }) => <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>,
    },
    {
      header: t('column.cashRegister'),
      isWordy: true,
      cell: ({ cashRegister }) => cashRegister?.name ?? t('defaultRegister'),
    },
    { header: t('column.lastUsed'), cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} /> },
    {
      header: t('column.expires'),
      cell: ({ expiresAt }) => <Instant at={expiresAt} absent={t('noExpiry')} />,
    },
    {
      header: t('column.created'),
      cell: ({ createdAt }) => <Instant at={createdAt} form="date" />,
    },
    {
      isActions: true,
      cell: (apiKey) =>
        apiKey.status === 'active' && (
          <RowMenu
            name={nameOf(apiKey)}
            items={[
              { label: t('rotate.action'), Sign: IconRefresh, onClick: () => onRotate(apiKey) },
              {
                label: t('revoke.action'),
                Sign: IconBan,
                isGrave: true,
                onClick: () => askRevoke(apiKey),
              },
            ]}
          />
        ),
    },
  ];
}

/** A key that was made just now. */
interface Made {
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
function NewKeyForm({ onMade, onClose }: MakeProps) {
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
function RotateDialog({ apiKey, onMade, onClose }: MakeProps & { apiKey: ApiKey }) {
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
function MadeKey({ made, onClose }: { made: Made; onClose: () => void }) {
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
            {t('made.overlap')} <Instant at={made.previousUntil} />
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
