// A new certificate: a file and its password, a look into it, and only then it is stored.

import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Environment } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { Failure } from '../../components/state/failure.tsx';
import { Form } from '../../components/form/form.tsx';
import { base64Of } from '../../components/form/file-content.ts';
import { useChange } from '../../components/form/change.tsx';
import { useCompany } from '../../shell/company-guard.tsx';
import { Note } from '../../components/text/text.tsx';
import { FileDrop } from './file-drop.tsx';
import { Inspection } from './inspection.tsx';

interface UploadDialogProps {
  environment: Environment;
  onClose: () => void;
}

/** For the environment that is looked at; the dialog says which. */
export function UploadDialog({ environment, onClose }: UploadDialogProps) {
  const { t } = useTranslation('certificates');
  const [file, setFile] = useState<File | null>(null);
  const [password, setPassword] = useState('');
  const { inspect, store } = useUpload(environment, onClose);
  const inspection = inspect.data;
  const reset = () => {
    inspect.reset();
    store.reset();
  };
  const title = `${t('upload.title')} ${t(`upload.environment.${environment}`)}`;
  return (
    <Dialog onClose={onClose} size="lg" title={title}>
      <Form onSubmit={() => file && inspect.mutate({ file, password })}>
        <Stack>
          <FileDrop
            file={file}
            onFile={(chosen) => {
              setFile(chosen);
              reset();
            }}
          />
          {file && (
            <PasswordInput
              label={t('upload.password')}
              description={t('upload.passwordHint')}
              autoComplete="off"
              data-autofocus
              value={password}
              onChange={(event) => {
                setPassword(event.currentTarget.value);
                reset();
              }}
            />
          )}
          {inspect.isError && <Failure error={inspect.error} />}
          {store.isError && <Failure error={store.error} />}
          {inspection && <Inspection inspection={inspection} />}
          {/* What was found is long; what to do with it stays in sight. */}
          <Group justify="flex-end" pos="sticky" bottom={0} py="sm" bg="var(--mantine-color-body)">
            {inspection?.problems.length === 0 && file ? (
              <Button loading={store.isPending} onClick={() => store.mutate({ file, password })}>
                {t('upload.store')}
              </Button>
            ) : (
              <Button type="submit" loading={inspect.isPending} disabled={!file}>
                {t('upload.inspect')}
              </Button>
            )}
          </Group>
        </Stack>
      </Form>
      <Note size="xs" mt="sm">
        {t('intro')}
      </Note>
    </Dialog>
  );
}

interface Chosen {
  file: File;
  password: string;
}

function useUpload(environment: Environment, onDone: () => void) {
  const { t } = useTranslation('certificates');
  const { id: companyId } = useCompany();
  const input = async ({ file, password }: Chosen) => ({
    companyId,
    body: { environment, password, pkcs12: await base64Of(file) },
  });
  const inspect = useChange(
    async (chosen: Chosen) =>
      call('post', '/companies/{companyId}/certificates/inspect', await input(chosen)),
    { onError: 'shown' },
  );
  const store = useChange(
    async (chosen: Chosen) =>
      call('post', '/companies/{companyId}/certificates', await input(chosen)),
    {
      refreshes: [['companies', companyId]],
      done: t('upload.stored'),
      onDone,
      onError: 'shown',
    },
  );
  return { inspect, store };
}
