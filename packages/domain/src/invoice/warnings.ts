// The warnings of a record: sentences about what was accepted, but not as the client may think.
// Their number and length are limited, whatever was sent.

import { sentence } from '../sentences.ts';

/** The most warnings that a record names; how many more there are is one sentence more. */
export const MOST_WARNINGS = 20;
/** Longer ones are cut: a warning may name what a client has sent. */
const LONGEST_WARNING = 300;

/**
 * The first warnings, and how many more there are. What is limited already comes out as it went in.
 * @param more how many there are beside the given ones.
 */
export function limitWarnings(warnings: readonly string[], more = 0): string[] {
  if (more === 0 && warnings.length <= MOST_WARNINGS + 1) return warnings.map(shortened);
  const named = warnings.slice(0, MOST_WARNINGS).map(shortened);
  const rest = warnings.length - named.length + more;
  if (rest === 0) return named;
  const last = rest === 1 ? sentence('oneMoreWarning') : sentence('moreWarnings', { count: rest });
  return [...named, last];
}

function shortened(warning: string): string {
  if (warning.length <= LONGEST_WARNING) return warning;
  return `${warning.slice(0, LONGEST_WARNING).toWellFormed()}…`;
}
