import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/contract.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Moment } from '../../parts/moment.tsx';

interface InvitationShownProps {
  /** Whom to send it to. */
  name: string;
  invitation: Schema<'AdminInvitation'>;
  onClose: () => void;
}

/** The link of an invitation, this once. The token stands behind a #: no server's log ever sees it. */
export function InvitationShown({ name, invitation, onClose }: InvitationShownProps) {
  const { t } = useTranslation('people');
  const link = `${window.location.origin}/admin/invitation#${invitation.token}`;
  return (
    <Dialog onClose={onClose} title={t('invitation.title')} closeOnClickOutside={false}>
      <Stack>
        <Alert color="pine">
          <Text size="sm">
            {t('invitation.text', { name })} <Moment at={invitation.expiresAt} />
          </Text>
        </Alert>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {link}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <Button
                onClick={copy}
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              >
                {t('invitation.copy')}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={onClose}>
            {t('invitation.done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
