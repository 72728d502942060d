// The API keys of an environment. A key itself is shown once, when it is made.

import { Anchor, Button, Stack } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '../../api/client.ts';
import { apiKeysQuery } from '../../api/company-parts.ts';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { askFirst } from '../../parts/confirm.ts';
import { Empty } from '../../parts/empty.tsx';
import { notifyDone, useNotifyProblem } from '../../parts/notify.ts';
import { Page } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { useCompany, useEnvironment } from '../../shell/company-door.tsx';
import { ApiKeyList, shownName } from './api-key-list.tsx';
import { MadeKey } from './made-key.tsx';
import type { Made } from './made-key.tsx';
import { NewKeyForm } from './new-key-form.tsx';
import { RotateDialog } from './rotate-dialog.tsx';

type ApiKey = Schema<'AdminApiKey'>;

/** What is open over the page. */
type Dialog = { kind: 'new' } | { kind: 'rotate'; apiKey: ApiKey } | { kind: 'made'; made: Made };

/** Of the environment that is looked at. */
export function ApiKeysPage() {
  const { t } = useTranslation('api-keys');
  const { id } = useCompany();
  const environment = useEnvironment();
  const query = useQuery(apiKeysQuery(id, environment));
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const revoke = useRevoke();
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
        empty={
          <Empty icon={IconKey} title={t('empty.title')} action={add}>
            {t('empty.text')}
          </Empty>
        }
      >
        {({ apiKeys }) => (
          <Keys
            apiKeys={apiKeys}
            onRotate={(apiKey) => setDialog({ kind: 'rotate', apiKey })}
            onRevoke={revoke}
          />
        )}
      </QueryView>
      {dialog?.kind === 'new' && (
        <NewKeyForm environment={environment} onMade={show} onClose={close} />
      )}
      {dialog?.kind === 'rotate' && (
        <RotateDialog apiKey={dialog.apiKey} onMade={show} onClose={close} />
      )}
      {dialog?.kind === 'made' && <MadeKey made={dialog.made} onClose={close} />}
    </Page>
  );
}

interface KeysProps {
  apiKeys: readonly ApiKey[];
  onRotate: (apiKey: ApiKey) => void;
  onRevoke: (apiKey: ApiKey) => void;
}

function Keys({ apiKeys, ...actions }: KeysProps) {
  const { t } = useTranslation('api-keys');
  const [withEnded, setWithEnded] = useState(false);
  const active = apiKeys.filter(({ status }) => status === 'active');
  const ended = apiKeys.filter(({ status }) => status !== 'active');
  return (
    <Stack align="stretch">
      <ApiKeyList apiKeys={withEnded ? [...active, ...ended] : active} {...actions} />
      {ended.length > 0 && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          style={{ alignSelf: 'flex-start' }}
          aria-expanded={withEnded}
          onClick={() => setWithEnded(!withEnded)}
        >
          {withEnded ? t('hideEnded') : t('showEnded', { count: ended.length })}
        </Anchor>
      )}
    </Stack>
  );
}

/** Asks first; a revoked key never comes back. */
function useRevoke(): (apiKey: ApiKey) => void {
  const { t } = useTranslation('api-keys');
  const { id: companyId } = useCompany();
  const cache = useQueryClient();
  const notifyProblem = useNotifyProblem();
  const revoke = useMutation({
    mutationFn: (apiKeyId: string) => {
      const init = { params: { path: { companyId, apiKeyId } } };
      return answer(api.POST('/admin/api/companies/{companyId}/api-keys/{apiKeyId}/revoke', init));
    },
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['companies', companyId] });
      notifyDone(t('revoke.done'));
    },
    onError: notifyProblem,
  });
  return (apiKey) =>
    askFirst({
      title: t('revoke.title'),
      text: t('revoke.text', { name: shownName(apiKey) }),
      confirm: t('revoke.action'),
      isGrave: true,
      onConfirm: () => revoke.mutate(apiKey.id),
    });
}
