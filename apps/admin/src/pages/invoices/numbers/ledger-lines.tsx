import { Paper, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Schema } from '../../../api/contract.ts';
import { useTranslation } from '../../../i18n/i18n.ts';
import { useSentences } from '../../../components/sentences/use-sentences.ts';
import { Moment, StatusBadge, Note, PageLink } from '../../../components/text/text.tsx';
import { InvoiceStatusBadge } from '../invoice-status.tsx';
import { useCompanyPath } from '../../../shell/company-guard.tsx';
import classes from './ledger-lines.module.css';
import type { LedgerLine } from './with-gaps.ts';

type LedgerEntry = Schema<'AdminNumberHistory'>;

/** The highest number first; what is missing stands where it is missing, across the whole width. */
export function LedgerLines({ lines }: { lines: readonly LedgerLine<LedgerEntry>[] }) {
  const { t } = useTranslation('invoices');
  return (
    <Paper withBorder component="ol" className={classes.lines} aria-label={t('numbers.title')}>
      {lines.map((line) =>
        line.kind === 'gap' ? (
          <Gap key={`gap ${line.to}`} from={line.from} to={line.to} />
        ) : (
          <Entry key={line.entry.ordinal} entry={line.entry} />
        ),
      )}
    </Paper>
  );
}

function Gap({ from, to }: { from: number; to: number }) {
  const { t } = useTranslation('invoices');
  return (
    <li className={classes.gap}>
      <IconAlertTriangle size={20} aria-hidden />
      {from === to ? t('numbers.gapOne', { from }) : t('numbers.gapMany', { from, to })}
    </li>
  );
}

function Entry({ entry }: { entry: LedgerEntry }) {
  const { t } = useTranslation('invoices');
  const path = useCompanyPath();
  const { say } = useSentences(entry.sentences);
  const to = (id: string) => path(`invoices/${id}`);
  const { ordinal, invoiceId, invoiceNumber, status, events } = entry;
  return (
    <li className={classes.entry}>
      <div className={classes.ordinal}>{ordinal}</div>
      <div className={classes.now}>
        {invoiceId === null || status === null ? (
          <>
            <StatusBadge tone="warning">{t('numbers.free')}</StatusBadge>
            <Note size="xs">{t('numbers.freeHint')}</Note>
          </>
        ) : (
          <>
            <PageLink to={to(invoiceId)} fw={500}>
              {invoiceNumber ?? t('list.withoutNumber')}
            </PageLink>
            <div>
              <InvoiceStatusBadge status={status} />
            </div>
          </>
        )}
      </div>
      <ol className={classes.events}>
        {events.map((event, index) => (
          // Nothing of an entry changes, and what is new comes at its end.
          <li key={index}>
            <Text span size="sm">
              <Moment at={event.at} /> {t(`numbers.event.${event.event}`)}{' '}
              {event.invoiceId !== null && event.invoiceId !== invoiceId && (
                <PageLink to={to(event.invoiceId)}>{t('numbers.otherInvoice')}</PageLink>
              )}
            </Text>
            {event.reason !== null && <Note size="xs">{say(event.reason)}</Note>}
          </li>
        ))}
      </ol>
    </li>
  );
}
