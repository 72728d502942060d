import { Button, CopyButton as Copied } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../i18n/i18n.ts';

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
