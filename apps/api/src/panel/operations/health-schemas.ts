// What the health of the service looks like.

import { ALL_PRINT_KINDS } from '@fiscal/db/work';
import { ENVIRONMENTS } from '@fiscal/domain';
import { z } from 'zod';
import { instant, text } from '../field-schemas.ts';

/** As the panel shows them. */
export const LANE_ORDER = [
  'fiscalization',
  'test-fiscalization',
  'registry',
  'printing',
  'delivery',
] as const;

/** How far back the history of the authority goes, in minutes. */
export const healthQuery = z.object({
  minutes: z.coerce.number().int().min(1).max(1440).default(60).meta({
    description: 'How much of the authority’s history is given.',
  }),
});

/** Companies by name. */
const concerned = z
  .object({
    found: z.int().meta({ description: 'How many there are; 20 are named.' }),
    named: z.array(z.object({ companyId: z.uuid(), name: z.string() })),
  })
  .meta({ id: 'AdminConcernedCompanies' });

const lane = z
  .object({
    queue: z.enum(LANE_ORDER),
    waiting: z.int().meta({ description: 'Work that no worker holds, by the database.' }),
    oldestAgeSeconds: z.number().meta({ description: 'Of that work; 0 where there is none.' }),
    ratePerMinute: z.number().meta({ description: 'Done, over the last five minutes.' }),
    brokenPerMinute: z
      .number()
      .meta({ description: 'Jobs that broke, over the last five minutes.' }),
    working: z.int().meta({ description: 'In progress at a worker.' }),
    postponed: z.int().meta({ description: 'Due later, after an attempt without success.' }),
    retried: z.int().meta({ description: 'Tried before without success, whatever their state.' }),
    workers: z
      .int()
      .meta({ description: 'Living workers that take from it: with 0 all of it waits.' }),
    pause: z
      .object({ pausedAt: instant, pausedBy: z.string().nullable(), reason: z.string() })
      .nullable()
      .meta({ description: 'Set while no worker takes anything from it.' }),
  })
  .meta({ id: 'AdminLane' });

const laneName = z.enum(LANE_ORDER);

export const laneQuery = z.object({ lane: laneName });

export const resumeBody = z.object({ lane: laneName }).meta({ id: 'AdminLaneResume' });

export const pauseBody = z
  .object({
    lane: laneName,
    reason: text(200).min(3).meta({ description: 'Why; it stands in the audit log.' }),
  })
  .meta({ id: 'AdminLanePause' });

export const laneChange = z.object({ isPaused: z.boolean() }).meta({ id: 'AdminLaneChange' });

export const laneDetail = z
  .object({
    hours: z
      .array(z.object({ hour: instant, done: z.int(), failed: z.int() }))
      .meta({ description: 'Of the last 24 hours, the oldest first; idle hours are not there.' }),
    jobs: z
      .array(
        z.object({
          subjectId: z.uuid(),
          kind: z.enum(['fiscalize', 'deliver', 'key_operation', ...ALL_PRINT_KINDS]),
          companyId: z.uuid(),
          companyName: z.string(),
          environment: z.enum(ENVIRONMENTS),
          state: z.enum(['working', 'waiting', 'postponed']),
          attempts: z.int(),
          createdAt: instant,
          scheduledAt: instant.nullable(),
        }),
      )
      .meta({ description: 'The oldest first, at most 50.' }),
  })
  .meta({ id: 'AdminLaneDetail' });

export const listedWorker = z
  .object({
    id: z.uuid(),
    host: z.string(),
    pid: z.int(),
    version: z.string(),
    startedAt: instant,
    seenAt: instant,
    isAlive: z.boolean(),
    lanes: z.array(
      z.object({
        lane: z.string(),
        inProgress: z.int(),
        concurrency: z.int(),
        lastConsumedAt: instant.nullable(),
      }),
    ),
    obstacles: z
      .array(
        z.object({
          environments: z.array(z.enum(ENVIRONMENTS)),
          words: z.string().meta({ description: 'One sentence.' }),
        }),
      )
      .meta({
        description:
          'What keeps the worker itself from signing: it claims nothing that another one in order does.',
      }),
  })
  .meta({ id: 'AdminWorker' });

const authority = z
  .object({
    environment: z.enum(ENVIRONMENTS),
    circuit: z
      .object({
        state: z.enum(['closed', 'open']),
        since: instant,
        failures: z.int().meta({ description: 'Messages without a reply in a row.' }),
      })
      .nullable()
      .meta({ description: 'The worst that a living worker sees; null where none lives.' }),
    unpinned: z
      .string()
      .nullable()
      .meta({
        description:
          'What is known of its signature, if it signs with a certificate that is not pinned: its ' +
          'replies are not believed then.',
      }),
    disbelief: z
      .string()
      .nullable()
      .meta({
        description:
          'Why its replies cannot be believed, for whatever reason. It replies all the same: sales and ' +
          'deliveries go on, and what became of them is taken from the receipt check.',
      }),
    silentCompanies: concerned.meta({
      description: 'Companies whose messages get no reply although those of others do.',
    }),
    failingCompanies: concerned.meta({
      description:
        'Companies that issue nothing offline, as long as the authority does not reply or is not ' +
        'believed, to all or to them: each of their sales fails.',
    }),
    isHindered: z.boolean().meta({
      description:
        'Something keeps every living worker from signing for it: sales fail, and say why.',
    }),
    receiptCheckSilentSince: instant.nullable().meta({
      description: 'Since when its receipt check has not replied, once that has lasted a minute.',
    }),
    minutes: z
      .array(
        z.object({
          minute: instant,
          registered: z.int(),
          refused: z.int(),
          unanswered: z.int(),
          averageMs: z.number(),
          slowestMs: z.int(),
        }),
      )
      .meta({ description: 'Oldest first; minutes without a message are not there.' }),
  })
  .meta({ id: 'AdminAuthorityHealth' });

export const health = z
  .object({
    at: instant,
    isQueueAway: z.boolean().meta({
      description: 'Redis does not respond: workers find what is to be done up to a second later.',
    }),
    queues: z.array(lane),
    workers: z.array(listedWorker).meta({ description: 'Alive, or dead since less than a day.' }),
    efi: z.array(authority),
    prints: z.object({
      waiting: z.int(),
      oldestAgeSeconds: z.number(),
      failing: z.int().meta({ description: 'Tried three times and more.' }),
      companies: concerned.meta({ description: 'Whose prints fail.' }),
    }),
    heldRegisters: z.int().meta({
      description: 'Cash registers that sell nothing until their last number is confirmed.',
    }),
    isForwardingIgnored: z.boolean().meta({
      description:
        'Requests came with `X-Forwarded-For` within the last day, and `TRUSTED_PROXIES` is 0: ' +
        'all calls through that proxy count as one address.',
    }),
    offline: z.array(
      z.object({
        environment: z.enum(ENVIRONMENTS),
        olderThanHours: z.number(),
        count: z.int().meta({ description: 'Undelivered for longer; greater ages are in it.' }),
      }),
    ),
    lateCompanies: concerned.meta({
      description: 'Of whose offline invoices and withdrawals some are urgent.',
    }),
  })
  .meta({ id: 'AdminHealth' });
