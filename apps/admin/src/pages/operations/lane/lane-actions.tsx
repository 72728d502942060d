import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { Dialog, FormDialog } from '../../../components/dialog/dialog.tsx';
import { ChangeButton, useChange } from '../../../components/form/change.tsx';
import { useTranslation } from '../../../i18n/i18n.ts';
import type { LaneName } from '../health.ts';
import { useWords } from '../words.ts';
import { LaneDetail } from './lane-detail.tsx';

/** What an operator does with a lane: looks into it, pauses and resumes it. */
export function LaneActions({ lane, isPaused }: { lane: LaneName; isPaused: boolean }) {
  const { t } = useTranslation('operations');
  const queue = useWords().queue(lane);
  const [open, setOpen] = useState<'detail' | 'pause' | null>(null);
  const close = () => setOpen(null);
  const resume = useChange(() => call('post', '/operations/lane/resume', { body: { lane } }), {
    done: t('queues.resumedDone'),
  });
  return (
    <Group gap="xs" mt="sm">
      <Button
        size="xs"
        variant="default"
        aria-label={t('queues.showOf', { queue })}
        onClick={() => setOpen('detail')}
      >
        {t('queues.show')}
      </Button>
      {isPaused ? (
        <ChangeButton size="xs" change={resume} aria-label={t('queues.resumeOf', { queue })}>
          {t('queues.resume')}
        </ChangeButton>
      ) : (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={t('queues.pauseOf', { queue })}
          onClick={() => setOpen('pause')}
        >
          {t('queues.pause')}
        </Button>
      )}
      {open === 'detail' && (
        <Dialog title={queue} size="xl" onClose={close}>
          <LaneDetail lane={lane} />
        </Dialog>
      )}
      {open === 'pause' && <PauseDialog lane={lane} onClose={close} />}
    </Group>
  );
}

const SHORTEST = 3;

function PauseDialog({ lane, onClose }: { lane: LaneName; onClose: () => void }) {
  const { t } = useTranslation('operations');
  const queue = useWords().queue(lane);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const pause = useChange(
    (why: string) => call('post', '/operations/lane/pause', { body: { lane, reason: why } }),
    { done: t('queues.pausedDone'), onDone: onClose, onError: 'shown' },
  );
  const send = () => {
    const why = reason.trim();
    setMissing(why.length < SHORTEST);
    if (why.length >= SHORTEST) pause.mutate(why);
  };
  return (
    <FormDialog
      title={t('queues.pauseTitle', { queue })}
      submit={t('queues.pause')}
      change={pause}
      onSubmit={send}
      onClose={onClose}
    >
      <Text size="sm">{t('queues.pauseText')}</Text>
      {lane === 'fiscalization' && (
        <Text size="sm" fw={600}>
          {t('queues.pauseSales')}
        </Text>
      )}
      <TextInput
        data-autofocus
        required
        label={t('queues.reason')}
        maxLength={200}
        value={reason}
        error={isMissing ? t('queues.reasonMissing') : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
