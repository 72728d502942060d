import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/i18n.ts';
import { openQuestion } from '../confirm.ts';
import type { Question } from '../confirm.ts';
import { giveFocusBack } from '../focus.ts';

/** The dialog of `askFirst`. The focus is on the button that does nothing. */
export default function QuestionDialog({ question }: { question: Question | null }) {
  const { t } = useTranslation();
  const close = () => openQuestion.set(null);
  // What was asked stays to be read while the dialog fades away.
  const [shown, setShown] = useState(question);
  if (question !== null && question !== shown) setShown(question);
  return (
    <Modal
      opened={question !== null}
      onClose={close}
      title={shown?.title}
      onExitTransitionEnd={giveFocusBack}
    >
      <Text size="sm">{shown?.text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus onClick={close}>
          {t('action.cancel')}
        </Button>
        <Button
          {...(shown?.isGrave ? { color: 'red' } : {})}
          onClick={() => {
            close();
            shown?.onConfirm();
          }}
        >
          {shown?.confirm}
        </Button>
      </Group>
    </Modal>
  );
}
