import { AuthorityWords } from '../../components/authority/authority-meaning.tsx';
import { Verdict } from '../../components/state/verdict.tsx';
import { PageLink } from '../../components/text/text.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompanyPath } from '../../shell/company-guard.tsx';
import type { Today } from './today.ts';

type Problem = Today['problems'][number];

/** Where something can be done about it; what is not here is for the service's operator. */
const PLACES: Partial<Record<Problem['kind'], string>> = {
  failed: 'failed',
  stuck: 'failed',
  prints: 'failed',
  late: 'offline',
  held: 'cash-registers',
  'sales-fail': 'profile',
  'certificate-missing': 'certificates',
  'certificate-ended': 'certificates',
  'certificate-ending': 'certificates',
};

/** The answer to "is anything wrong?". The API decides it. */
export function Wellness({ today: { problems, senderRefusal } }: { today: Today }) {
  const { t } = useTranslation('today');
  const worst = problems[0]?.severity ?? 'good';
  return (
    <Verdict
      severity={worst}
      title={t(`well.${worst}`)}
      text={t('well.goodText')}
      problems={problems.map((problem) => ({
        key: problem.kind,
        text: (
          <>
            <ProblemText problem={problem} />
            {problem.kind === 'sender-refused' && senderRefusal !== null && (
              <AuthorityWords
                efiCode={senderRefusal.efiCode}
                efiMessage={null}
                remedyKey={senderRefusal.remedyKey}
              />
            )}
          </>
        ),
      }))}
    />
  );
}

function ProblemText({ problem: { kind, count } }: { problem: Problem }) {
  const { t } = useTranslation('today');
  const path = useCompanyPath();
  const text = t(`problem.${kind}`, { count });
  const place = PLACES[kind];
  if (place === undefined) return text;
  return (
    <PageLink to={path(place)} fz="md">
      {text}
    </PageLink>
  );
}
