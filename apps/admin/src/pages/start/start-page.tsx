// The way of a new company: five steps to its first test invoice, then what going live needs.

import { Alert, Flex, Button, Progress, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconConfetti, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { useSession } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Page, Section } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useCompany } from '../../shell/company-guard.tsx';
import { Note, PageLink } from '../../components/text/text.tsx';
import { FirstInvoice } from './first-invoice.tsx';
import { GoLive, pathOfStep } from './go-live.tsx';
import classes from './start-page.module.css';

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
            <Text fw={500} {...(isDone ? { c: 'dimmed' } : {})}>
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
