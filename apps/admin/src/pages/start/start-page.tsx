// The way of a new company: five steps to its first test invoice, then what going live needs.

import { Alert, Flex, Button, Progress, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconConfetti, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
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

/** What to do next, without reading the docs. */
export default function StartPage() {
  const { t } = useTranslation('start');
  const { id: companyId } = useCompany();
  const query = useQuery({
    ...read('/companies/{companyId}/checklist', { companyId }),
    staleTime: 0,
    // The command is sent from a terminal: the page notices what has come of it.
    refetchInterval: ({ state }) =>
      state.data?.gettingStarted.every(({ isDone }) => isDone) ? false : watchMs,
  });
  return (
    <Page title={t('title')} description={t('intro')} width="narrow">
      <QueryView query={query}>
        {({ gettingStarted, goingLive, isLive }) => (
          <Stack gap="lg">
            <Begin steps={gettingStarted} />
            <GoLive steps={goingLive} isLive={isLive} />
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

function Begin({ steps }: { steps: readonly ChecklistStep[] }) {
  const { t } = useTranslation('start');
  const done = steps.filter(({ isDone }) => isDone).length;
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
        {steps.map(({ key, isDone }, index) => (
          <Step
            key={key}
            number={index + 1}
            isDone={isDone}
            isNext={key === next}
            title={t(`step.${key}.title`)}
            text={t(`step.${key}.text`)}
            action={<Action stepKey={key} isNext={key === next} isDone={isDone} />}
          >
            {key === 'test-invoice' && !isDone && <FirstInvoice />}
          </Step>
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

interface ActionProps {
  stepKey: ChecklistStep['key'];
  isNext: boolean;
  isDone: boolean;
}

function Action({ stepKey, isNext, isDone }: ActionProps) {
  const { t } = useTranslation('start');
  const to = pathOfStep(stepKey, 'test');
  if (isDone || stepKey === 'test-invoice') {
    return (
      <PageLink to={to} relative="path">
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
      {t(`step.${stepKey}.action`)}
    </Button>
  );
}

interface StepProps {
  number: number;
  isDone: boolean;
  isNext: boolean;
  title: string;
  text: string;
  action: ReactNode;
  children?: ReactNode;
}

/** One line of the way: its number or a tick, what it is, and the button that leads to it. */
function Step({ number, isDone, isNext, title, text, action, children }: StepProps) {
  const { t } = useTranslation('start');
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
              {title}
            </Text>
            {!isDone && <Note>{text}</Note>}
          </div>
          <div style={{ flex: 'none' }}>{action}</div>
        </Flex>
        {children}
      </div>
    </li>
  );
}
