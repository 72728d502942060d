// What a worker that mails notices does beside its lane.

import { beginSendingNotices, keepNotices } from '@fiscal/db/notice';
import type { Shutdown } from '@fiscal/runtime';
import { mailerOf } from '@fiscal/runtime/mail';
import type { Mailer } from '@fiscal/runtime/mail';
import type { WorkerEnv } from '../env.ts';
import { repeat } from '../repeat.ts';
import type { WorkContext } from '../work/work.ts';

export interface NoticeContext extends Pick<WorkContext, 'db' | 'logger' | 'events' | 'random'> {
  mailer: Mailer;
  /** Of the panel. */
  origin: string;
}

const EVERY_MS = 60_000;

/** Null where this worker does not mail: it has another role, or no mail server. */
export async function openNotices(
  env: WorkerEnv,
  context: WorkContext,
  shutdown: Shutdown,
): Promise<NoticeContext | null> {
  const mailer = env.WORKER_ROLES.includes('notify') ? mailerOf(env) : null;
  if (mailer === null) return null;
  shutdown.onClose('mail', () => mailer.close());
  const { db, logger } = context;
  await beginSendingNotices(db);
  const keeping = repeat(
    EVERY_MS,
    async () => {
      await keepNotices(db);
    },
    (err) => logger.warn({ err }, 'what is over could not be looked at; it will be'),
  );
  shutdown.onClose('notices', () => keeping.close());
  return { ...context, mailer, origin: env.ADMIN_ORIGIN };
}
