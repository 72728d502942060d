import { Anchor, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiKeysQuery } from '../../api/company-parts.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany } from '../../shell/company-door.tsx';
import { curlCommand } from './curl-command.ts';

/** The command that sends the first invoice, with the beginning of the company's key in it. */
export function FirstInvoice() {
  const { t } = useTranslation('start');
  const { id, isInVat } = useCompany();
  const { data } = useQuery(apiKeysQuery(id, 'test'));
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
      <Text size="sm" c="dimmed">
        {t('curl.hint', { placeholder })}
      </Text>
      <Group>
        <CopyButton value={command}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            >
              {copied ? t('curl.copied') : t('curl.copy')}
            </Button>
          )}
        </CopyButton>
        <Anchor href="/docs" target="_blank" rel="noreferrer" size="sm">
          {t('curl.docs')}
        </Anchor>
      </Group>
    </Stack>
  );
}
