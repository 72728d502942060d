import { ActionIcon, CopyButton, Group, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../i18n/i18n.ts';

interface CopyValueProps {
  value: string;
  /** What it is, for the button's name: "Copy IIC". */
  label: string;
}

/** A code in a fixed-width face with a button that copies it. */
export function CopyValue({ value, label }: CopyValueProps) {
  const { t } = useTranslation();
  return (
    <Group gap={4} wrap="nowrap" align="center">
      <Text span ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t('action.copied') : t('action.copy')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={copy}
              aria-label={`${copied ? t('action.copied') : t('action.copy')}: ${label}`}
            >
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
