import type { Unanswered } from '@fiscal/efi';

/**
 * Why there is no answer, for a person. What a library says of a connection or of an answer's XML
 * is kept with the submission and is not shown.
 */
export function whyUnanswered({ reason, detail }: Pick<Unanswered, 'reason' | 'detail'>): string {
  switch (reason) {
    case 'connection':
      return 'No connection to it could be made, or the connection broke.';
    case 'unreadable':
      return 'Its answer could not be read.';
    default:
      return detail;
  }
}
