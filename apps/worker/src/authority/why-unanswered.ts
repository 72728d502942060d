import { sentence } from '@fiscal/domain';
import type { Unanswered } from '@fiscal/efi';

/**
 * Why there is no reply, for a person. What a library says of a connection or of a reply's XML
 * is kept with the submission and is not shown.
 */
export function whyUnanswered({ reason, detail }: Pick<Unanswered, 'reason' | 'detail'>): string {
  switch (reason) {
    case 'connection':
      return sentence('noConnection');
    case 'unreadable':
      return sentence('replyUnreadable');
    default:
      return detail;
  }
}
