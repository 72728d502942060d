// Whether the mail server can be used by a worker that mails.

import type { Finding } from '@fiscal/runtime';
import { mailerOf, reasonOf } from '@fiscal/runtime/mail';
import type { WorkerEnv } from '../env.ts';

/** Null where this worker does not mail. */
export function mailExamination(
  env: Pick<WorkerEnv, 'WORKER_ROLES' | 'SMTP_URL' | 'MAIL_FROM'>,
): (() => Promise<Finding | null>) | null {
  const mailer = env.WORKER_ROLES.includes('notify') ? mailerOf(env) : null;
  if (mailer === null) return null;
  return async () => {
    try {
      await mailer.verify();
      return null;
    } catch (error) {
      const sentence = `The mail server of SMTP_URL cannot be used (${reasonOf(error)}).`;
      return { code: 'MAIL_SERVER_UNUSABLE', sentence };
    } finally {
      mailer.close();
    }
  };
}
