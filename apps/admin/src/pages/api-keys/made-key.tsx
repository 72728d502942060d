import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/i18n.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Moment } from '../../parts/moment.tsx';

export interface Made {
  key: string;
  /** Until when the key before it works, after a rotation. */
  previousUntil: string | null;
}

/** A key, this once. A click beside the dialog does not close it. */
export function MadeKey({ made, onClose }: { made: Made; onClose: () => void }) {
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
          <Text size="sm" c="dimmed">
            {t('made.overlap')} <Moment at={made.previousUntil} />
          </Text>
        )}
        <Group justify="flex-end">
          <CopyButton value={made.key}>
            {({ copied, copy }) => (
              <Button
                data-autofocus
                onClick={copy}
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              >
                {copied ? t('made.copied') : t('made.copy')}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={onClose}>
            {t('made.done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
