// The way of a new company: five steps to its first test invoice, then what going live needs.

import {
  Alert,
  Flex,
  Button,
  Progress,
  Stack,
  Text,
  VisuallyHidden,
  Group,
  Anchor,
  Code,
  SegmentedControl,
} from '@mantine/core';
import { IconConfetti, IconCheck, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { read, call } from '../../api/client.ts';
import type { Schema, Environment } from '../../api/contract.ts';
import { useSession } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Page, Section } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useCompany } from '../../shell/company-guard.tsx';
import { Note, PageLink, StatusBadge } from '../../components/text/text.tsx';
import classes from './start-page.module.css';
import { Failure } from '../../components/state/failure.tsx';
import { ChangeButton, useChange } from '../../components/form/change.tsx';
import { useState } from 'react';
import { CopyButton } from '../../components/text/copy.tsx';
import { commandFor, SHELLS } from './commands.ts';
import type { Shell } from './commands.ts';

type ChecklistStep = Schema<'AdminChecklistStep'>;

const watchMs = 4_000;

function isAllDone({ gettingStarted, firstSale, isLive }: Schema<'AdminChecklist'>): boolean {
  return [...gettingStarted, ...(isLive ? firstSale : [])].every(({ isDone }) => isDone);
}

/** What to do next, without reading the docs. */
export default function StartPage() {
  const { t } = useTranslation('start');
  const { id: companyId } = useCompany();
  const isOperator = useSession().user.role === 'operator';
  const query = useQuery({
    ...read('/companies/{companyId}/checklist', { companyId }),
    staleTime: 0,
    // The shop's own application sends the first invoices: the page notices what has come of them.
    refetchInterval: ({ state }) => (state.data && isAllDone(state.data) ? false : watchMs),
  });
  return (
    <Page title={t('title')} description={t('intro')} width="narrow">
      <QueryView query={query}>
        {({ gettingStarted, goingLive, firstSale, isLive }) => (
          <Stack gap="lg">
            {isOperator && <OwnerOffer />}
            <Begin steps={gettingStarted} />
            <GoLive steps={isLive ? firstSale : goingLive} isLive={isLive} />
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

/** Shown to operators while the company has no member who can sign in. */
function OwnerOffer() {
  const { t } = useTranslation('start');
  const { id: companyId } = useCompany();
  const { data } = useQuery(read('/companies/{companyId}/members', { companyId }));
  if (data?.people.length !== 0) return null;
  return (
    <Section
      title={t('owner.title')}
      description={t('owner.text')}
      actions={
        <Button component={Link} to="../members?invite=1" relative="path">
          {t('owner.action')}
        </Button>
      }
    />
  );
}

function Begin({ steps }: { steps: readonly ChecklistStep[] }) {
  const { t } = useTranslation('start');
  const done = steps.filter(({ isDone }) => isDone).length;
  // A button needs no API key.
  const isReady = steps.every(
    ({ key, isDone }) => isDone || key === 'api-key' || key === 'test-invoice',
  );
  const next = steps.find(({ isDone }) => !isDone)?.key;
  return (
    <Section title={t('begin.title')} description={t('begin.text')}>
      <Progress.Root size="sm" mb={6}>
        <Progress.Section value={(100 * done) / steps.length} aria-label={t('begin.title')} />
      </Progress.Root>
      <Note size="xs" mb="md">
        {t('progress', { done, all: steps.length })}
      </Note>
      <Stack component="ol" gap={0} p={0} m={0}>
        {steps.map((step, index) => (
          <Step
            key={step.key}
            step={step}
            number={index + 1}
            isNext={step.key === next}
            isReady={isReady}
          />
        ))}
      </Stack>
      {next === undefined && (
        <Alert color="green" icon={<IconConfetti />} mt="md">
          {t('allDone')}
        </Alert>
      )}
    </Section>
  );
}

interface StepProps {
  step: ChecklistStep;
  isNext: boolean;
}

/** One line of the way: its number or a tick, what it is, and the button that leads to it. */
function Step({ step, isNext, isReady, number }: StepProps & { isReady: boolean; number: number }) {
  const { t } = useTranslation('start');
  const { key, isDone } = step;
  return (
    <li className={classes.step} aria-current={isNext ? 'step' : undefined}>
      <span className={isDone ? classes.done : isNext ? classes.next : classes.number} aria-hidden>
        {isDone ? <IconCheck size={16} stroke={2.4} /> : number}
      </span>
      <div style={{ minWidth: 0 }}>
        <Flex
          direction={{ base: 'column', xs: 'row' }}
          justify="space-between"
          align="flex-start"
          gap="8px 20px"
        >
          <div>
            <Text fw={600} {...(isDone ? { c: 'dimmed' } : {})}>
              <VisuallyHidden>{isDone ? t('done') : t('todo')}: </VisuallyHidden>
              {t(`step.${key}.title`)}
            </Text>
            {!isDone && <Note>{t(`step.${key}.text`)}</Note>}
          </div>
          <div style={{ flex: 'none' }}>
            <Action step={step} isNext={isNext} />
          </div>
        </Flex>
        {key === 'test-invoice' && <FirstInvoice isReady={isReady} isDone={isDone} />}
      </div>
    </li>
  );
}

function Action({ step: { key, isDone }, isNext }: StepProps) {
  const { t } = useTranslation('start');
  const to = pathOfStep(key, 'test');
  if (isDone || key === 'test-invoice') {
    return (
      <PageLink to={to} relative="path" aria-label={`${t('live.open')}: ${t(`step.${key}.title`)}`}>
        {t('live.open')}
      </PageLink>
    );
  }
  return (
    <Button
      component={Link}
      to={to}
      relative="path"
      size="xs"
      variant={isNext ? 'filled' : 'default'}
    >
      {t(`step.${key}.action`)}
    </Button>
  );
}

interface GoLiveProps {
  steps: readonly Schema<'AdminChecklistStep' | 'AdminFirstSaleStep'>[];
  isLive: boolean;
}

/** Where each step is taken. */
const PAGES = {
  certificate: 'certificates',
  codes: 'cash-registers',
  tcr: 'cash-registers',
  'api-key': 'api-keys',
  'test-invoice': 'invoices',
  'live-api-key': 'api-keys',
  'live-invoice': 'invoices',
} as const;

/** The way from the first steps to the page of one of them. */
function pathOfStep(key: keyof typeof PAGES, environment: Environment): string {
  return `../${PAGES[key]}?environment=${key === 'test-invoice' ? 'test' : environment}`;
}

/** What must be done before real invoices, and the switch. */
function GoLive({ steps, isLive }: GoLiveProps) {
  const { t } = useTranslation('start');
  const { id: companyId, name } = useCompany();
  const go = useChange(() => call('post', '/companies/{companyId}/go-live', { companyId }), {
    done: t('live.gone', { name }),
    onError: 'shown',
  });
  const isReady = steps.every(({ isDone }) => isDone);
  if (isLive) {
    return (
      <Alert
        color={isReady ? 'green' : 'yellow'}
        icon={<IconRosetteDiscountCheck />}
        title={t('live.title')}
      >
        <Stack>
          <Text size="sm">{isReady ? t('live.isLive') : t('live.isLiveWithout')}</Text>
          <Steps steps={steps} />
        </Stack>
      </Alert>
    );
  }
  return (
    <Section title={t('live.title')} description={t('live.text')}>
      <Stack>
        {go.isError && <Failure error={go.error} />}
        <Steps steps={steps} />
        <Group justify="space-between">
          <Note>{isReady ? '' : t('live.incomplete')}</Note>
          <ChangeButton
            disabled={!isReady}
            change={go}
            question={{ title: t('live.askTitle'), text: t('live.askText', { name }) }}
          >
            {t('live.go')}
          </ChangeButton>
        </Group>
      </Stack>
    </Section>
  );
}

function Steps({ steps }: Pick<GoLiveProps, 'steps'>) {
  const { t } = useTranslation('start');
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {steps.map(({ key, isDone }) => (
        <Group key={key} component="li" justify="space-between" wrap="nowrap">
          <Text size="sm">{t(`live.${key}`)}</Text>
          {isDone ? (
            <StatusBadge tone="good">{t('done')}</StatusBadge>
          ) : (
            <PageLink
              to={pathOfStep(key, 'live')}
              relative="path"
              aria-label={`${t('live.open')}: ${t(`live.${key}`)}`}
            >
              {t('live.open')}
            </PageLink>
          )}
        </Group>
      ))}
    </Stack>
  );
}

/**
 * By a button, and by the command that an application would send; what came of it stays.
 * @param props.isReady certificate, codes and TCR code are there.
 * @param props.isDone there is a first invoice.
 */
function FirstInvoice({ isReady, isDone }: { isReady: boolean; isDone: boolean }) {
  const { t } = useTranslation('start');
  const { id: companyId } = useCompany();
  const issue = useChange(
    () => call('post', '/companies/{companyId}/test-invoice', { companyId }),
    {
      onError: 'shown',
    },
  );
  if (isDone) return issue.data && <Outcome invoice={issue.data} />;
  return (
    <Stack gap="sm" mt="sm">
      {isReady ? (
        <Group>
          <ChangeButton change={issue}>{t('test.issue')}</ChangeButton>
        </Group>
      ) : (
        <Note>{t('test.notReady')}</Note>
      )}
      {issue.isError && <Failure error={issue.error} />}
      {issue.data && <Outcome invoice={issue.data} />}
      <Note>{t('test.hour')}</Note>
      <Command />
    </Stack>
  );
}

function Outcome({ invoice: { id, status } }: { invoice: Schema<'AdminTestInvoice'> }) {
  const { t } = useTranslation('start');
  const outcome = status === 'Draft' ? 'Pending' : status;
  return (
    <Alert color={status === 'Fiscalized' ? 'green' : 'yellow'} role="status">
      <Text size="sm">{t(`test.outcome.${outcome}`)}</Text>
      <PageLink to={`../invoices/${id}?environment=test`} relative="path">
        {t('test.open')}
      </PageLink>
    </Alert>
  );
}

/** With the beginning of the company's key in it. */
function Command() {
  const { t } = useTranslation('start');
  const { id: companyId } = useCompany();
  const [shell, setShell] = useState<Shell>(
    navigator.userAgent.includes('Windows') ? 'powershell' : 'bash',
  );
  const { data } = useQuery(
    read('/companies/{companyId}/api-keys', { companyId, environment: 'test' }),
  );
  const sample = useQuery(read('/companies/{companyId}/test-invoice', { companyId }));
  const prefix = data?.apiKeys.find(({ status }) => status === 'active')?.prefix ?? 'key_test_';
  const key = `${prefix}…`;
  return (
    <Stack gap="xs">
      <Text size="sm">{t('curl.text')}</Text>
      <SegmentedControl
        size="xs"
        aria-label={t('curl.shell')}
        style={{ alignSelf: 'flex-start' }}
        data={SHELLS.map((value) => ({ value, label: t(`curl.${value}`) }))}
        value={shell}
        onChange={setShell}
      />
      <QueryView query={sample}>
        {({ invoice }) => (
          <CommandText
            command={commandFor(shell, { origin: window.location.origin, key, invoice })}
            placeholder={key}
          />
        )}
      </QueryView>
    </Stack>
  );
}

function CommandText({ command, placeholder }: { command: string; placeholder: string }) {
  const { t } = useTranslation('start');
  return (
    <>
      <Code
        block
        tabIndex={0}
        role="region"
        aria-label={t('curl.label')}
        style={{ maxHeight: 300 }}
      >
        {command}
      </Code>
      <Note>{t('curl.hint', { placeholder })}</Note>
      <Group>
        <CopyButton size="xs" value={command} label={t('curl.copy')} />
        <Anchor href="/docs" target="_blank" rel="noreferrer" size="sm">
          {t('curl.docs')}
        </Anchor>
      </Group>
    </>
  );
}
