import { Button, Alert, Group, List, Stack, Text, Title } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { IconRefresh, IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useRetry, pathOf, retryInput } from '../work.ts';
import type { RetryTarget, WorkScope } from '../work.ts';
import { useQuery } from '@tanstack/react-query';
import { call, read } from '../../../api/client.ts';
import type { Schema } from '../../../api/contract.ts';
import { Dialog } from '../../../components/dialog/dialog.tsx';
import { QueryView } from '../../../components/state/query-view.tsx';
import { Note } from '../../../components/text/text.tsx';
import { useFormats } from '../../../format/use-formats.ts';
import { useTranslation } from '../../../i18n/i18n.ts';
import { XmlView } from '../../invoices/xml/xml-view.tsx';

interface RetryButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  scope: WorkScope;
  target: RetryTarget;
  count: number;
  message?: StoredMessage | undefined;
  onDone?: () => void;
  children: string;
}

/** Tries failed invoices again, after what a person has to know about it. */
export function RetryButton(props: RetryButtonProps) {
  const { scope, target, count, message, onDone, children, ...look } = props;
  const retry = useRetry(scope);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        {...look}
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={retry.isPending}
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      {isOpen && (
        <RetryDialog
          scope={scope}
          target={target}
          count={count}
          message={message}
          confirm={children}
          onConfirm={() => retry.mutate(target, { ...(onDone && { onSuccess: onDone }) })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The message that was stored last of the one invoice that is tried again. */
export interface StoredMessage {
  companyId: string;
  invoiceId: string;
  submissionId: string;
  /** It was handed out, and keeps its number and IIC. */
  keepsNumber: boolean;
}

interface RetryDialogProps {
  scope: WorkScope;
  target: RetryTarget;
  count: number;
  /** The verb of the button that asks. */
  confirm: string;
  /** Absent for several invoices, and where nothing was sent yet. */
  message?: StoredMessage | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * What a retry does, what the till may have sold again meanwhile, and the message of a single one.
 */
function RetryDialog(props: RetryDialogProps) {
  const { scope, target, count, confirm, message, onConfirm, onClose } = props;
  const { t } = useTranslation('failed-work');
  const doubtful = useQuery({
    queryKey: ['doubtful-retries', scope, target],
    queryFn: () =>
      call('post', `${pathOf(scope)}/failed-work/doubtful-retries`, retryInput(scope, target)),
    gcTime: 0,
  });
  return (
    <Dialog title={t('retryTitle')} size={message === undefined ? 'md' : 'xl'} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('retryText', { count })}</Text>
        <QueryView query={doubtful} lines={1}>
          {({ invoices }) => (invoices.length === 0 ? <></> : <Doubtful invoices={invoices} />)}
        </QueryView>
        {message !== undefined && <Message message={message} />}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('retryNot')}
          </Button>
          <Button
            disabled={doubtful.isPending}
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** More are counted, not listed. */
const MOST_LISTED = 8;

function Doubtful({ invoices }: { invoices: readonly Schema<'AdminDoubtfulRetry'>[] }) {
  const { t } = useTranslation('failed-work');
  const { dateTime, money } = useFormats();
  const again = invoices.filter(({ soldSince }) => soldSince.length > 0);
  return (
    <Alert
      color={again.length > 0 ? 'red' : 'yellow'}
      icon={<IconAlertTriangle />}
      title={
        again.length > 0
          ? t('soldAgain.found', { count: again.length })
          : t('soldAgain.possible', { count: invoices.length })
      }
    >
      <Text size="sm">{t('soldAgain.text')}</Text>
      <List size="sm" mt="xs">
        {again.slice(0, MOST_LISTED).map((sale) => (
          <List.Item key={sale.id}>
            {t('soldAgain.sale', {
              till: sale.cashRegisterName,
              total: money(sale.total),
              time: dateTime(sale.createdAt),
              numbers: sale.soldSince
                .map(({ invoiceNumber, createdAt }) => `${invoiceNumber} (${dateTime(createdAt)})`)
                .join(', '),
            })}
          </List.Item>
        ))}
      </List>
      {again.length > MOST_LISTED && (
        <Text size="sm">{t('soldAgain.more', { count: again.length - MOST_LISTED })}</Text>
      )}
    </Alert>
  );
}

function Message({ message }: { message: StoredMessage }) {
  const { t } = useTranslation('failed-work');
  const { keepsNumber, ...ids } = message;
  const path = '/companies/{companyId}/invoices/{invoiceId}/messages/{submissionId}';
  const query = useQuery(read(path, ids));
  return (
    <div>
      <Title order={3}>{t('message.title')}</Title>
      <Note mb="xs">{keepsNumber ? t('message.keepsNumber') : t('message.newNumber')}</Note>
      <QueryView query={query}>
        {({ request }) => (
          <XmlView
            xml={request}
            label={t('message.title')}
            isWrapped
            asItCame={t('message.notXml')}
          />
        )}
      </QueryView>
    </div>
  );
}
