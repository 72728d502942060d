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
  return (
    <>
      <Failed today={today} />
      <Waiting today={today} />
      <Certificate today={today} />
      <Authority today={today} />
      <LastInvoice invoice={today.lastInvoice} />
    </>
  );
}

function Failed({ today: { failed } }: { today: Today }) {
  const { t } = useTranslation('today');
  const { number } = useFormats();
  const path = useCompanyPath();
  return (
    <Tile to={path('failed')} title={t('tile.failed')} tone={failed > 0 ? 'bad' : 'calm'}>
      <Figure>{number(failed)}</Figure>
      <Text size="sm">{t(failed > 0 ? 'tile.failedSome' : 'tile.failedNone')}</Text>
    </Tile>
  );
}

function Waiting({ today: { waiting, nearestDeadline, late } }: { today: Today }) {
  const { t } = useTranslation('today');
  const formats = useFormats();
  const path = useCompanyPath();
  const tone = late > 0 ? 'bad' : waiting > 0 ? 'warning' : 'calm';
  return (
    <Tile to={path('offline')} title={t('tile.waiting')} tone={tone}>
      <Figure>{formats.number(waiting)}</Figure>
      {nearestDeadline === null ? (
        <Text size="sm">{t('tile.waitingNone')}</Text>
      ) : (
        <>
          <DeadlineBadge deliverBefore={nearestDeadline} />
          <Text size="sm">{t('tile.nearest', { time: formats.dateTime(nearestDeadline) })}</Text>
        </>
      )}
    </Tile>
  );
}

function Certificate({ today: { certificate, problems, senderRefusal } }: { today: Today }) {
  const { t } = useTranslation('today');
  const formats = useFormats();
  const path = useCompanyPath();
  const days = certificate?.daysLeft ?? -1;
  const isRefused = certificate !== null && days >= 0 && senderRefusal?.isOfCertificate === true;
  const known = days < 0 ? 'tile.ended' : isRefused ? 'tile.refused' : 'tile.days';
  const figure = certificate === null ? 'tile.none' : known;
  // When a certificate is worth a look is decided with everything else that is.
  const severity = problems.find(({ kind }) => kind.startsWith('certificate'))?.severity;
  const isBad = isRefused || severity === 'bad';
  const tone = isBad ? 'bad' : severity === 'watch' ? 'warning' : 'calm';
  return (
    <Tile to={path('certificates')} title={t('tile.certificate')} tone={tone}>
      <Figure>{t(figure, { count: days })}</Figure>
      <Text size="sm">
        {certificate === null
          ? t('tile.certificateNone')
          : t('tile.until', { date: formats.date(certificate.endsAt) })}
      </Text>
    </Tile>
  );
}

function Authority({ today: { authority, problems } }: { today: Today }) {
  const { t } = useTranslation('today');
  const formats = useFormats();
  // The history of its answers is the service's.
  const { seeService } = useMay();
  const { state, since } = authority;
  const doSalesFail = problems.some(({ kind }) => kind === 'sales-fail');
  return (
    <Tile
      {...(seeService && { to: '/operations' })}
      title={t('tile.authority')}
      tone={state === 'answers' ? 'calm' : doSalesFail ? 'bad' : 'warning'}
    >
      <StatusBadge tone={AUTHORITY_TONES[state]}>{t(`authority.${state}`)}</StatusBadge>
      <Text size="sm">
        {since === null
          ? t('authority.seen')
          : t('authority.since', { time: formats.dateTime(since) })}
      </Text>
    </Tile>
  );
}

function LastInvoice({ invoice }: { invoice: Today['lastInvoice'] }) {
  const { t } = useTranslation('today');
  const formats = useFormats();
  const path = useCompanyPath();
  if (invoice === null) return <Tile title={t('tile.last')}>{t('tile.lastNone')}</Tile>;
  return (
    <Tile to={path(`invoices/${invoice.id}`)} title={t('tile.last')}>
      <Figure>{formats.money(invoice.total)}</Figure>
      <InvoiceStatusBadge status={invoice.status} />
      <Text size="sm">{formats.dateTime(invoice.createdAt)}</Text>
    </Tile>
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
