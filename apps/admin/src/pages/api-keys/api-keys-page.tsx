// The API keys of an environment. A key itself is shown once, when it is made.

import { Button, Stack } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { askFirst } from '../../components/dialog/confirm.ts';
import { Page } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useChange } from '../../components/form/change.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';
import { TextButton } from '../../components/text/text.tsx';
import { ApiKeyList, shownName } from './api-key-list.tsx';
import { MadeKey, NewKeyForm, RotateDialog } from './key-dialogs.tsx';
import type { Made } from './key-dialogs.tsx';

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

interface KeysProps {
  apiKeys: readonly ApiKey[];
  onRotate: (apiKey: ApiKey) => void;
}

function Keys({ apiKeys, onRotate }: KeysProps) {
  const { t } = useTranslation('api-keys');
  const { id: companyId } = useCompany();
  const [withEnded, setWithEnded] = useState(false);
  const revoke = useChange(
    (apiKeyId: string) =>
      call('post', '/companies/{companyId}/api-keys/{apiKeyId}/revoke', { companyId, apiKeyId }),
    { refreshes: [['companies', companyId]], done: t('revoke.done') },
  );
  /** A revoked key never comes back. */
  const askRevoke = (apiKey: ApiKey) =>
    askFirst({
      title: t('revoke.title'),
      text: t('revoke.text', { name: shownName(apiKey) }),
      confirm: t('revoke.action'),
      isGrave: true,
      onConfirm: () => revoke.mutate(apiKey.id),
    });
  const active = apiKeys.filter(({ status }) => status === 'active');
  const ended = apiKeys.filter(({ status }) => status !== 'active');
  return (
    <Stack align="stretch">
      <ApiKeyList
        apiKeys={withEnded ? [...active, ...ended] : active}
        onRotate={onRotate}
        onRevoke={askRevoke}
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
