import { Anchor, Code, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../api/client.ts';
import { CopyButton } from '../../components/text/copy.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany } from '../../shell/company-guard.tsx';
import { Note } from '../../components/text/text.tsx';
import { curlCommand } from './curl-command.ts';

/** The command that sends the first invoice, with the beginning of the company's key in it. */
export function FirstInvoice() {
  const { t } = useTranslation('start');
  const { id: companyId, isInVat } = useCompany();
  const { data } = useQuery(
    read('/companies/{companyId}/api-keys', { companyId, environment: 'test' }),
  );
  const prefix = data?.apiKeys.find(({ status }) => status === 'active')?.prefix ?? 'key_test_';
  const placeholder = `${prefix}…`;
  const command = useMemo(
    () => curlCommand(window.location.origin, placeholder, isInVat, new Date()),
    [placeholder, isInVat],
  );
  return (
    <Stack gap="xs" mt="sm">
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
    </Stack>
  );
}
