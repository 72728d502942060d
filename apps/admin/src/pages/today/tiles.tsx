// What a shop owner asks about, each a link to the list that shows it.

import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../api/may.ts';
import { StatusBadge } from '../../components/text/text.tsx';
import type { Tone } from '../../components/text/text.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompanyPath } from '../../shell/company-guard.tsx';
import { DeadlineBadge } from '../failed-work/deadline-badge.tsx';
import { InvoiceStatusBadge } from '../invoices/invoice-status.tsx';
import classes from './tiles.module.css';
import type { Today } from './today.ts';

const AUTHORITY_TONES = {
  answers: 'good',
  silent: 'bad',
  disbelieved: 'warning',
  unknown: 'neutral',
} as const satisfies Record<Today['authority']['state'], Tone>;

/** Failed, waiting, certificate, authority, last invoice. */
export function Tiles({ today }: { today: Today }) {
  const { t } = useTranslation('today');
  const { date, dateTime, money, number } = useFormats();
  const path = useCompanyPath();
  // The history of the authority's replies is the service's.
  const { seeService } = useMay();
  const { failed, waiting, nearestDeadline, late, certificate, senderRefusal } = today;
  const { authority, lastInvoice, problems } = today;
  const days = certificate?.daysLeft ?? -1;
  const isRefused = certificate !== null && days >= 0 && senderRefusal?.isOfCertificate === true;
  const known = days < 0 ? 'tile.ended' : isRefused ? 'tile.refused' : 'tile.days';
  // When a certificate is worth a look is decided with everything else that is.
  const severity = problems.find(({ kind }) => kind.startsWith('certificate'))?.severity;
  const isBad = isRefused || severity === 'bad';
  const doSalesFail = problems.some(({ kind }) => kind === 'sales-fail');
  return (
    <>
      <Tile to={path('failed')} title={t('tile.failed')} tone={failed > 0 ? 'bad' : 'calm'}>
        <Figure>{number(failed)}</Figure>
        <Text size="sm">{t(failed > 0 ? 'tile.failedSome' : 'tile.failedNone')}</Text>
      </Tile>
      <Tile
        to={path('offline')}
        title={t('tile.waiting')}
        tone={late > 0 ? 'bad' : waiting > 0 ? 'warning' : 'calm'}
      >
        <Figure>{number(waiting)}</Figure>
        {nearestDeadline === null ? (
          <Text size="sm">{t('tile.waitingNone')}</Text>
        ) : (
          <>
            <DeadlineBadge deliverBefore={nearestDeadline} />
            <Text size="sm">{t('tile.nearest', { time: dateTime(nearestDeadline) })}</Text>
          </>
        )}
      </Tile>
      <Tile
        to={path('certificates')}
        title={t('tile.certificate')}
        tone={isBad ? 'bad' : severity === 'watch' ? 'warning' : 'calm'}
      >
        <Figure>{t(certificate === null ? 'tile.none' : known, { count: days })}</Figure>
        <Text size="sm">
          {certificate === null
            ? t('tile.certificateNone')
            : t('tile.until', { date: date(certificate.endsAt) })}
        </Text>
      </Tile>
      <Tile
        {...(seeService && { to: '/operations' })}
        title={t('tile.authority')}
        tone={authority.state === 'answers' ? 'calm' : doSalesFail ? 'bad' : 'warning'}
      >
        <StatusBadge tone={AUTHORITY_TONES[authority.state]}>
          {t(`authority.${authority.state}`)}
        </StatusBadge>
        <Text size="sm">
          {authority.since === null
            ? t('authority.seen')
            : t('authority.since', { time: dateTime(authority.since) })}
        </Text>
      </Tile>
      {lastInvoice === null ? (
        <Tile title={t('tile.last')}>{t('tile.lastNone')}</Tile>
      ) : (
        <Tile to={path(`invoices/${lastInvoice.id}`)} title={t('tile.last')}>
          <Figure>{money(lastInvoice.total)}</Figure>
          <InvoiceStatusBadge status={lastInvoice.status} />
          <Text size="sm">{dateTime(lastInvoice.createdAt)}</Text>
        </Tile>
      )}
    </>
  );
}

function Figure({ children }: { children: string }) {
  return (
    <Text fz={26} fw={600} lh={1.25}>
      {children}
    </Text>
  );
}

interface TileProps {
  title: string;
  /** Where the list is that shows it; none for what only others may see. */
  to?: string;
  /** Of the line at its side; the words beside it say the same. */
  tone?: 'calm' | 'warning' | 'bad';
  children: ReactNode;
}

function Tile({ title, to, tone = 'calm', children }: TileProps) {
  const content = (
    <>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      {children}
    </>
  );
  return (
    <Paper component="li" withBorder className={classes.tile} data-tone={tone}>
      {to === undefined ? (
        <div className={classes.content}>{content}</div>
      ) : (
        <Link to={to} className={classes.content}>
          {content}
        </Link>
      )}
    </Paper>
  );
}
