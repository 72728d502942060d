import { useSession } from '../../api/session.ts';
import { Verdict } from '../../components/state/verdict.tsx';
import { formatDuration } from '../../format/time.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { problemsOf } from './health-problems.ts';
import type { HealthProblem } from './health-problems.ts';
import type { Health } from './health.ts';
import { useWords } from './words.ts';

/** Whether anything is wrong, before all figures. */
export function Overview({ health }: { health: Health }) {
  const { t } = useTranslation('operations');
  const { windowHours, remainingHours } = useSession().offlineDelivery;
  const problems = problemsOf(health, windowHours - remainingHours.urgent);
  const worst = problems[0]?.severity ?? 'good';
  return (
    <Verdict
      severity={worst}
      title={t(`health.${worst}`)}
      text={t('problem.none')}
      problems={problems.map((problem) => ({
        key: JSON.stringify(problem),
        text: <ProblemText problem={problem} />,
      }))}
    />
  );
}

function ProblemText({ problem }: { problem: HealthProblem }) {
  const { t } = useTranslation('operations');
  const words = useWords();
  const { kind, environments = [], queue, count, all, companies, ageSeconds = 0 } = problem;
  return t(`problem.${kind}`, {
    environment: environments.map(words.environment).join(', '),
    queue: queue && words.queue(queue),
    age: formatDuration(ageSeconds),
    companies: companies && words.companies(companies),
    worker: problem.worker,
    words: problem.words,
    count,
    all,
  });
}
