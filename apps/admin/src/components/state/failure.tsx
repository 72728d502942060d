import { Alert, Button, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiProblem } from '../../api/problem.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { AuthorityWords } from '../authority/authority-meaning.tsx';
import { useFieldText } from '../text/field-words.ts';
import { Note } from '../text/text.tsx';

interface FailureProps {
  error: unknown;
  /** Asks again; leave it out where asking again makes no sense. */
  onRetry?: () => void;
}

/**
 * What went wrong, in detail, in the authority's words where it spoke, and the id that finds it in
 * the log.
 */
export function Failure({ error, onRetry }: FailureProps) {
  const { t } = useTranslation('problems');
  const { t: words } = useTranslation();
  const text = useProblemText();
  const fieldText = useFieldText();
  const problem = error instanceof ApiProblem ? error : null;
  const { details = [], requestId = null } = problem ?? {};
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t('title')} role="alert">
      <ProblemWords error={error} />
      {details.length > 0 && (
        <List size="sm" mt="xs">
          {details.map((detail) => (
            <List.Item key={`${detail.path} ${detail.message}`}>
              {/* The code of the whole says nothing more of its part. */}
              {detail.code === problem?.code ? fieldText(detail.message) : text(detail)}
            </List.Item>
          ))}
        </List>
      )}
      {requestId !== null && (
        <Note size="xs" mt="xs">
          {t('requestId', { requestId })}
        </Note>
      )}
      {onRetry && (
        <Button mt="sm" size="xs" variant="default" onClick={onRetry}>
          {words('action.retry')}
        </Button>
      )}
    </Alert>
  );
}

/** The cause; of a call to the authority also what it said, and what to do. */
export function ProblemWords({ error }: { error: unknown }) {
  const text = useProblemText();
  if (!(error instanceof ApiProblem) || !error.authority)
    return <Text size="sm">{text(error)}</Text>;
  const cause = { code: error.code, error: error.message };
  return <AuthorityWords cause={cause} {...error.authority} />;
}

/** A problem, or one detail of it. */
interface Coded {
  code?: string;
  message: string;
}

/**
 * Says what went wrong in the reader's language: by its code, else in the API's own words. What is
 * no response of the API is a fault of the panel, and no reader understands it.
 */
export function useProblemText(): (problem: unknown) => string {
  const { t, has } = useTranslation('problems');
  return (problem) => {
    if (!isCoded(problem)) return t('fallback');
    const key = `code.${problem.code ?? ''}`;
    return has(key) ? t(key as 'code.CONFLICT') : problem.message;
  };
}

function isCoded(problem: unknown): problem is Coded {
  if (problem instanceof Error) return problem instanceof ApiProblem;
  return typeof problem === 'object' && problem !== null && 'message' in problem;
}
