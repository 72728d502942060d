import { ApiProblem } from '../../api/problem.ts';
import { useTranslation } from '../../i18n/i18n.ts';

/** A problem, or one detail of it. */
interface Coded {
  code?: string;
  message: string;
}

/**
 * Says what went wrong in the reader's language: by its code, else in the API's own words. What is no
 * answer of the API is a mistake of ours, and no reader understands it.
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
