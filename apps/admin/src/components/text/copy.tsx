import { ActionIcon, Button, CopyButton as Copied, Group } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/i18n.ts';
import { Mono } from './text.tsx';

interface CopyButtonProps extends ButtonProps {
  value: string;
  /** What the button says before it was used. */
  label: string;
}

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ value, label, ...others }: CopyButtonProps) {
  const { t } = useTranslation();
  return (
    <Copied value={value}>
      {({ copied, copy }) => (
        <Button
          {...others}
          onClick={copy}
          leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        >
          {copied ? t('action.copied') : label}
        </Button>
      )}
    </Copied>
  );
}

/** A code with a button that copies it. @param props.label says what it is: "Copy: IIC". */
export function CopyValue({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation();
  return (
    <Group gap={4} wrap="nowrap" align="center">
      <Mono>{value}</Mono>
      <Copied value={value}>
        {({ copied, copy }) => {
          const verb = copied ? t('action.copied') : t('action.copy');
          return (
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={copy}
              title={verb}
              aria-label={`${verb}: ${label}`}
            >
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          );
        }}
      </Copied>
    </Group>
  );
}
