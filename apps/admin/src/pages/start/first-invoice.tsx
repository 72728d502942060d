import { Alert, Anchor, Code, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { ChangeButton, useChange } from '../../components/form/change.tsx';
import { Failure } from '../../components/state/failure.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { CopyButton } from '../../components/text/copy.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany } from '../../shell/company-guard.tsx';
import { Note, PageLink } from '../../components/text/text.tsx';
import { commandFor, SHELLS } from './commands.ts';
import type { Shell } from './commands.ts';

/**
 * By a button, and by the command that an application would send; what came of it stays.
 * @param props.isReady certificate, codes and TCR code are there.
 * @param props.isDone there is a first invoice.
 */
export function FirstInvoice({ isReady, isDone }: { isReady: boolean; isDone: boolean }) {
  const { t } = useTranslation('start');
  const { id: companyId } = useCompany();
  const issue = useChange(
    () => call('post', '/companies/{companyId}/test-invoice', { companyId }),
    {
      onError: 'shown',
    },
  );
  if (isDone) return issue.data && <Outcome invoice={issue.data} />;
  return (
    <Stack gap="sm" mt="sm">
      {isReady ? (
        <Group>
          <ChangeButton change={issue}>{t('test.issue')}</ChangeButton>
        </Group>
      ) : (
        <Note>{t('test.notReady')}</Note>
      )}
      {issue.isError && <Failure error={issue.error} />}
      {issue.data && <Outcome invoice={issue.data} />}
      <Note>{t('test.hour')}</Note>
      <Command />
    </Stack>
  );
}

function Outcome({ invoice: { id, status } }: { invoice: Schema<'AdminTestInvoice'> }) {
  const { t } = useTranslation('start');
  const outcome = status === 'Draft' ? 'Pending' : status;
  return (
    <Alert color={status === 'Fiscalized' ? 'green' : 'yellow'} role="status">
      <Text size="sm">{t(`test.outcome.${outcome}`)}</Text>
      <PageLink to={`../invoices/${id}?environment=test`} relative="path">
        {t('test.open')}
      </PageLink>
    </Alert>
  );
}

/** With the beginning of the company's key in it. */
function Command() {
  const { t } = useTranslation('start');
  const { id: companyId } = useCompany();
  const [shell, setShell] = useState<Shell>(
    navigator.userAgent.includes('Windows') ? 'powershell' : 'bash',
  );
  const { data } = useQuery(
    read('/companies/{companyId}/api-keys', { companyId, environment: 'test' }),
  );
  const sample = useQuery(read('/companies/{companyId}/test-invoice', { companyId }));
  const prefix = data?.apiKeys.find(({ status }) => status === 'active')?.prefix ?? 'key_test_';
  const key = `${prefix}…`;
  return (
    <Stack gap="xs">
      <Text size="sm">{t('curl.text')}</Text>
      <SegmentedControl
        size="xs"
        aria-label={t('curl.shell')}
        style={{ alignSelf: 'flex-start' }}
        data={SHELLS.map((value) => ({ value, label: t(`curl.${value}`) }))}
        value={shell}
        onChange={setShell}
      />
      <QueryView query={sample}>
        {({ invoice }) => (
          <CommandText
            command={commandFor(shell, { origin: window.location.origin, key, invoice })}
            placeholder={key}
          />
        )}
      </QueryView>
    </Stack>
  );
}

function CommandText({ command, placeholder }: { command: string; placeholder: string }) {
  const { t } = useTranslation('start');
  return (
    <>
      <Code
        block
        tabIndex={0}
        role="region"
        aria-label={t('curl.label')}
        style={{ maxHeight: 300 }}
      >
        {command}
      </Code>
      <Note>{t('curl.hint', { placeholder })}</Note>
      <Group>
        <CopyButton size="xs" value={command} label={t('curl.copy')} />
        <Anchor href="/docs" target="_blank" rel="noreferrer" size="sm">
          {t('curl.docs')}
        </Anchor>
      </Group>
    </>
  );
}
