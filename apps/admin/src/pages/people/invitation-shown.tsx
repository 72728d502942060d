import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Moment } from '../../components/moment.tsx';

interface InvitationShownProps {
  /** Whom to send it to. */
  name: string;
  invitation: Schema<'AdminInvitation'>;
  onClose: () => void;
}

/**
 * What becomes of an invitation. Only an operator without a mail server sees the link, this once. The
 * token stands behind a #: no server's log ever sees it.
 */
export function InvitationShown({ name, invitation, onClose }: InvitationShownProps) {
  const { t } = useTranslation('people');
  const { delivery, token, expiresAt } = invitation;
  return (
    <Dialog
      onClose={onClose}
      title={t(`invitation.${delivery}.title`)}
      closeOnClickOutside={token === null}
    >
      <Stack>
        <Alert color={delivery === 'operator' ? 'yellow' : 'pine'}>
          <Text size="sm">
            {t(`invitation.${delivery}.text`, { name })}{' '}
            {expiresAt !== null && <Moment at={expiresAt} />}
          </Text>
        </Alert>
        {token !== null && <Link token={token} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('invitation.done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Link({ token }: { token: string }) {
  const { t } = useTranslation('people');
  const link = `${window.location.origin}/admin/invitation#${token}`;
  return (
    <>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {link}
      </Code>
      <CopyButton value={link} label={t('invitation.copy')} />
    </>
  );
}
