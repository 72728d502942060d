// The shapes of error bodies for the OpenAPI document. http/refusal/refusal.ts is the truth; the
// last lines here refuse to compile where they differ.

import {
  FAILURE_CODES,
  FAILURES,
  INVOICE_STATUSES,
  ISSUE_CODES,
  REMEDY_KEYS,
} from '@fiscal/domain';
import type { Failure, Issue } from '@fiscal/domain';
import { z } from 'zod';
import { PROBLEMS, problemsOf } from '../http/refusal/problems.ts';
import { MOST_PROBLEMS, STORED } from '../http/refusal/refusal.ts';
import type { ProblemBody } from '../http/refusal/refusal.ts';
import type { Agreement } from './agreement.ts';

const problemCodes = Object.keys(problemsOf('api'));

const validationCodes = new Set<string>([
  ...ISSUE_CODES,
  ...problemCodes.filter((code) => PROBLEMS[code as keyof typeof PROBLEMS].status === 400),
  ...FAILURE_CODES.filter((code) => FAILURES[code].status === 400),
]);
const validationCode = z.string().meta({
  id: 'ValidationCode',
  description: 'Stable constant: what can be wrong with a request.',
  enum: [...validationCodes].sort(),
});

const error = z.string().meta({ description: 'What went wrong: one readable English sentence.' });
const requestId = z.string().meta({
  description: 'Also in `X-Request-Id`: name it when you ask for help.',
});

/** One problem of a payload or query, as `details` lists it. */
export const issue = z
  .object({
    code: validationCode,
    path: z.string().meta({
      description: 'Where: `items[2].vat.rate`; empty for the request as a whole.',
    }),
    message: z.string().meta({ description: 'What is wrong: one readable English sentence.' }),
    left: z
      .number()
      .optional()
      .meta({
        description:
          'With `MORE_THAN_SOLD`, `MORE_THAN_PAID` and `ADVANCE_EXCEEDED`: what is left, in the unit ' +
          'that `message` says.',
      }),
    correctives: z
      .array(z.string().meta({ format: 'uuid' }))
      .optional()
      .meta({
        description:
          'With `ALREADY_CANCELLED`: ids of the correctives in force; first the one that took the last.',
      }),
    totals: z
      .object({ withoutVat: z.number(), vat: z.number(), total: z.number() })
      .optional()
      .meta({ description: 'With `CORRECTIVE_OUTDATED`: the amounts as they would be now.' }),
    payments: z
      .array(z.object({ method: z.string(), amount: z.number() }))
      .optional()
      .meta({ description: 'With `CORRECTIVE_OUTDATED`: of several payments those of now.' }),
    sums: z
      .object({ payments: z.number(), total: z.number() })
      .optional()
      .meta({ description: 'With `PAYMENTS_DO_NOT_ADD_UP`: the two that differ, in euros.' }),
  })
  .meta({ id: 'Issue', description: 'One thing that is wrong with the request.' });

/** Decisions §2: what every error body has. */
export const problem = z
  .object({
    error,
    code: z.string().meta({ description: 'Stable constant.', enum: problemCodes }),
    requestId,
  })
  .meta({ id: 'Problem', description: 'What every error body has.' });

const stored = z.enum(STORED).meta({
  description:
    'What is known of what the call was to store: `no`: repeat the call as it is; `unknown`: look ' +
    'before you repeat it, unless it has an `externalId`; `yes`: it is stored.',
});

/** The storage went away during the call. */
export const storageProblem = z
  .object({
    error,
    code: z
      .enum([
        'STORAGE_UNAVAILABLE',
        'SERVICE_CLOCK_WRONG',
        'NUMBERS_UNCONFIRMED',
        'NEWER_FORM',
        'SERVICE_BUSY',
      ])
      .meta({ description: 'Stable constant.' }),
    requestId,
    stored,
    invoiceId: z.string().optional().meta({
      description:
        'Id that the invoice has if it is stored. Absent where `stored` is `no`, and from a search.',
      format: 'uuid',
    }),
  })
  .meta({ id: 'StorageProblem', description: 'The storage of the service cannot be used now.' });

/** The document of another call stands in the way. Extensions §9. */
export const takenProblem = z
  .object({
    error,
    code: z.enum(['EXTERNAL_ID_TAKEN', 'SUPERSEDED']).meta({ description: 'Stable constant.' }),
    requestId,
    invoiceId: z
      .string()
      .optional()
      .meta({ description: 'The invoice of the other call.', format: 'uuid' }),
    withdrawalId: z
      .string()
      .optional()
      .meta({ description: 'The withdrawal of the other call, in its place.', format: 'uuid' }),
    status: z
      .enum([...INVOICE_STATUSES, 'Registered', 'Refused'])
      .optional()
      .meta({ description: 'How it is now.' }),
    differs: z.array(z.string()).max(20).optional().meta({
      description: 'Paths at which the calls differ; `cashRegister` where it is of another one.',
    }),
  })
  .meta({ id: 'TakenProblem', description: 'Another call has the `externalId`.' });

/** A feed of events goes on elsewhere. Extensions §10. */
export const outdatedProblem = z
  .object({
    error,
    code: z.enum(['CURSOR_OUTDATED']).meta({ description: 'Stable constant.' }),
    requestId,
    from: z.string().meta({ description: 'The `from` to go on with.', format: 'date-time' }),
  })
  .meta({ id: 'OutdatedProblem', description: 'The feed goes on from another place.' });

const detailsOmitted = z.int().optional().meta({
  description: 'How many more problems there are; absent where `details` names them all.',
  minimum: 1,
});

const secondFactor = z
  .object({ totp: z.boolean(), passkey: z.record(z.string(), z.unknown()).nullable() })
  .meta({
    description:
      'With `SECOND_FACTOR_REQUIRED`: whether the account has an app, and what one of its passkeys ' +
      'may sign (options of WebAuthn in JSON form).',
  });

/** Every error of the panel. */
export const adminProblem = z
  .object({
    error,
    code: z.string().meta({
      description: 'Stable constant.',
      enum: [...new Set([...Object.keys(problemsOf('panel')), ...FAILURE_CODES])],
    }),
    requestId,
    details: z
      .array(
        z.object({
          code: z.string().meta({ description: 'Stable constant.' }),
          path: z.string().meta({ description: 'Where in the body or the query.' }),
          message: z.string().meta({ description: 'What is wrong.' }),
        }),
      )
      .optional()
      .meta({ description: 'Single fields, all at once.', maxItems: MOST_PROBLEMS }),
    detailsOmitted,
    stored: stored.optional(),
    secondFactor: secondFactor.optional(),
    remedyKey: z.enum(REMEDY_KEYS).optional().meta({
      description: 'Of a failed call to the authority: what to do, as a key of the texts.',
    }),
    current: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'With `CHANGED_MEANWHILE`: how it is now, as a read returns it.' }),
    changes: z
      .array(z.object({ path: z.string(), by: z.string().nullable(), at: z.iso.datetime() }))
      .optional()
      .meta({ description: 'With `CHANGED_MEANWHILE`: by field who changed it last, and when.' }),
  })
  .meta({ id: 'AdminProblem', description: 'What is the matter with a call of the panel.' });

/** Decisions §2: all problems at once. */
export const validationProblem = z
  .object({
    error: z.string().meta({ description: 'The first problem: one readable English sentence.' }),
    code: validationCode,
    requestId,
    details: z.array(issue).meta({
      description: 'All problems at once, or the first 100 of more.',
      minItems: 1,
      maxItems: MOST_PROBLEMS,
    }),
    detailsOmitted,
    invoiceId: z.string().optional().meta({
      description:
        'Of `fiscalize`: the invoice, which stays as it was. Absent where none is stored.',
      format: 'uuid',
    }),
  })
  .meta({ id: 'ValidationProblem', description: 'What is wrong with the request, all at once.' });

const failureFields = {
  error,
  code: z
    .enum(FAILURE_CODES)
    .meta({ id: 'FailureCode', description: 'Stable constant: why fiscalization failed.' }),
  tcrCode: z.string().nullable().meta({ description: 'Code of the cash register (ENU).' }),
  efiCode: z.int().nullable().meta({ description: "The authority's code." }),
  efiMessage: z.string().nullable().meta({ description: "The authority's own words." }),
  retryable: z.boolean().meta({
    description: 'Whether the same call can succeed without any change.',
  }),
  remedy: z.string().nullable().meta({ description: 'What to do about it.' }),
};

/** Why an invoice is Failed. Spec, Errors; decisions §2. */
export const failure = z
  .object(failureFields)
  .meta({ id: 'Failure', description: 'Why an invoice is `Failed`.' });

/** Spec, Other shapes: fiscalization failure body. */
export const failureProblem = z
  .object({
    ...failureFields,
    invoiceId: z
      .string()
      .optional()
      .meta({
        description:
          'The stored invoice: repeat `fiscalize` with it, never create it again. ' +
          'Absent on onboarding calls.',
        format: 'uuid',
      }),
    requestId,
  })
  .meta({ id: 'FailureProblem', description: 'Why fiscalization or onboarding failed.' });

true satisfies Agreement<z.output<typeof issue>, Issue>;
true satisfies Agreement<z.output<typeof failure>, Failure>;
true satisfies Agreement<
  keyof ProblemBody,
  | keyof z.output<typeof failureProblem>
  | keyof z.output<typeof validationProblem>
  | keyof z.output<typeof storageProblem>
  | keyof z.output<typeof takenProblem>
  | keyof z.output<typeof outdatedProblem>
  | keyof z.output<typeof adminProblem>
>;
