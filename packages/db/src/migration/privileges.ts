// Who may do what with each table: the decision, in one place. `migrate` gives what it says,
// and a test compares it with PostgreSQL's own catalogue. A new table gets its line here; until it
// has one, neither process may touch it.

/**
 * The roles of the processes. Neither owns anything, so neither can change a table or a trigger.
 */
export const SERVICE_ROLES = ['fiscal_api', 'fiscal_worker'] as const;
/** A role of a process in PostgreSQL. */
export type ServiceRole = (typeof SERVICE_ROLES)[number];

/** The whole row, or these columns of it. */
type Columns = 'all' | readonly string[];

/** What a role may do with a table; nothing else, and never TRUNCATE. */
export interface TablePrivileges {
  select?: Columns;
  /** With the right to draw from the sequences of the table. */
  insert?: true;
  update?: Columns;
  delete?: true;
}

/** A privilege that an earlier release gave, as PostgreSQL's catalogue names it. */
export interface RemovedPrivilege {
  table: string;
  role: ServiceRole;
  /** `select`, or `update (status)` where it is of one column. */
  privilege: string;
  /** Why no process of the release before uses it. */
  reason: string;
}

/**
 * What `migrate` takes. A privilege leaves PRIVILEGES with the release that no longer uses it, and
 * gets its entry here with the next one: processes of the release before work beside a newer schema
 * (CONTRIBUTING.md).
 */
export const REMOVED: readonly RemovedPrivilege[] = [];

/** @param names with commas between. */
const columns = (names: string): Columns => names.split(', ');

const NOTHING: TablePrivileges = {};
const READ: TablePrivileges = { select: 'all' };
const APPEND: TablePrivileges = { select: 'all', insert: true };
const KEEP: TablePrivileges = { select: 'all', insert: true, update: 'all' };
const KEEP_AND_DELETE: TablePrivileges = { ...KEEP, delete: true };
const LEDGER: TablePrivileges = {
  select: columns('migration_name, finished_at, rolled_back_at'),
};

/**
 * By table. Facts (what was signed, sent, replied, printed and audited) are never deleted, and
 * updated only in the columns that their life changes; triggers guard those as well.
 */
export const PRIVILEGES: Record<string, Record<ServiceRole, TablePrivileges>> = {
  // The ledger of the migrations is the owner's; the processes compare it with what they know.
  _prisma_migrations: { fiscal_api: LEDGER, fiscal_worker: LEDGER },

  company: { fiscal_api: KEEP, fiscal_worker: READ },
  cash_register: {
    fiscal_api: KEEP,
    fiscal_worker: {
      select: 'all',
      update: columns('tcr_code, last_day, unconfirmed_last_day, updated_at'),
    },
  },
  // What a worker needs of them is stored with the invoice.
  fiscal_operator: { fiscal_api: KEEP, fiscal_worker: NOTHING },
  business_unit: { fiscal_api: KEEP, fiscal_worker: NOTHING },
  // The API seals what it can not open again, and does not read it back either.
  certificate: {
    fiscal_api: {
      select: columns(
        'id, company_id, environment, is_active, subject, issuer, serial_number, ' +
          'tin, fingerprint_sha256, not_before, not_after, certificate_der, ' +
          'created_at, warned_days, sealed_to',
      ),
      insert: true,
      update: columns('is_active'),
    },
    fiscal_worker: { select: 'all', update: columns('warned_days') },
  },
  api_key: {
    fiscal_api: {
      select: 'all',
      insert: true,
      update: columns('last_used_at, expires_at, revoked_at'),
    },
    fiscal_worker: NOTHING,
  },
  // A worker that mails notices reads where to, and nothing that one signs in with.
  app_user: {
    fiscal_api: KEEP,
    fiscal_worker: {
      select: columns('id, company_id, email, role, disabled_at, last_sign_in_at, notices'),
    },
  },
  passkey: { fiscal_api: KEEP_AND_DELETE, fiscal_worker: NOTHING },
  passkey_challenge: {
    fiscal_api: { select: 'all', insert: true, delete: true },
    fiscal_worker: NOTHING,
  },
  password_link: {
    fiscal_api: { select: 'all', insert: true, delete: true },
    fiscal_worker: NOTHING,
  },
  sign_in_delay: { fiscal_api: KEEP_AND_DELETE, fiscal_worker: NOTHING },
  user_session: { fiscal_api: KEEP_AND_DELETE, fiscal_worker: NOTHING },

  // Invoices. The API stores them and sets them going; what is signed and replied is the worker's.
  invoice: {
    fiscal_api: {
      select: 'all',
      insert: true,
      update: columns(
        'status, failure, updated_at, iic_references, dismissed_at, ' +
          'dismissed_by, dismissal_reason, superseded_by',
      ),
    },
    fiscal_worker: {
      select: 'all',
      update: columns(
        'status, failure, attempts, recorded_with, year, ordinal, ' +
          'invoice_number, issued_at, issue_date_time, tcr_code, iic, ' +
          'iic_signature, iic_references, issuer, fic, offline_since, ' +
          'deliver_before, alarm_hours, updated_at, root_elsewhere',
      ),
    },
  },
  invoice_content: { fiscal_api: APPEND, fiscal_worker: READ },
  invoice_search: { fiscal_api: APPEND, fiscal_worker: NOTHING },
  number_sequence: { fiscal_api: READ, fiscal_worker: KEEP },
  number_ledger: {
    fiscal_api: READ,
    fiscal_worker: {
      select: columns('id, environment, tcr_code, year, ordinal, event, at'),
      insert: true,
    },
  },
  // A trigger deletes its rows, with the privileges of its owner.
  report_day: { fiscal_api: KEEP, fiscal_worker: NOTHING },
  database_place: {
    fiscal_api: { select: 'all', insert: true, update: columns('confirmed_at') },
    fiscal_worker: { select: 'all', insert: true },
  },
  database_rollback: { fiscal_api: READ, fiscal_worker: APPEND },
  // A trigger raises, and changes nothing else.
  number_confirmation: {
    fiscal_api: { ...APPEND, update: columns('last_ordinal, nothing_lost, evidence') },
    fiscal_worker: READ,
  },
  cash_deposit: {
    // For the archive.
    fiscal_api: READ,
    fiscal_worker: {
      select: 'all',
      insert: true,
      update: columns(
        'requested_amount, cash_amount, status, fcdc, change_date_time, failure, ' +
          'deliver_before, claim_token, leased_until, attempts, next_attempt_at, ' +
          'updated_at',
      ),
    },
  },
  withdrawal: {
    fiscal_api: APPEND,
    fiscal_worker: {
      select: 'all',
      update: columns(
        'status, fcdc, changed_at, local_date, failure, deliver_before, alarm_hours, ' +
          'claim_token, leased_until, attempts, next_attempt_at, updated_at',
      ),
    },
  },
  key_operation: {
    fiscal_api: APPEND,
    fiscal_worker: {
      select: 'all',
      update: columns('status, result, failure, updated_at'),
    },
  },
  // A message keeps what was sent; its reply is added once, through a view that is not read. When
  // both leave for the object store, triggers compare what is noted of them, as with prints.
  submission: {
    fiscal_api: READ,
    fiscal_worker: {
      select: 'all',
      insert: true,
      update: columns(
        'answered_at, outcome, http_status, response_bytes, efi_code, detail, ' +
          'was_sent, unanswered_reason, request, object_key, object_sha256',
      ),
    },
  },
  submission_answer: { fiscal_api: NOTHING, fiscal_worker: { insert: true } },
  document: {
    fiscal_api: READ,
    fiscal_worker: { ...APPEND, update: columns('pdf, object_key, object_size') },
  },
  strip: {
    fiscal_api: READ,
    fiscal_worker: { ...APPEND, update: columns('pdf, object_key, object_size') },
  },
  // Of a call that waits, which deletes it. What is left behind, the worker deletes.
  report_print: {
    fiscal_api: { select: 'all', insert: true, delete: true },
    fiscal_worker: { select: 'all', update: columns('pdf'), delete: true },
  },
  printed_document: { fiscal_api: READ, fiscal_worker: READ },
  archive_seal: { fiscal_api: APPEND, fiscal_worker: NOTHING },
  // The worker writes the audit and need not read it.
  audit_log: { fiscal_api: APPEND, fiscal_worker: { insert: true } },

  // Triggers write it, with the privileges of their owner.
  event: { fiscal_api: READ, fiscal_worker: READ },

  work: {
    fiscal_api: { select: 'all', insert: true, update: columns('scheduled_at') },
    fiscal_worker: {
      select: 'all',
      insert: true,
      update: columns('kind, scheduled_at, leased_until, token, attempts, created_at'),
      delete: true,
    },
  },
  // A trigger adds causes. The update is for the lock of those that one worker takes.
  notice: {
    fiscal_api: READ,
    fiscal_worker: { select: 'all', update: columns('at'), delete: true },
  },
  notice_mail: { fiscal_api: READ, fiscal_worker: KEEP_AND_DELETE },
  notice_sender: { fiscal_api: READ, fiscal_worker: KEEP },
  retry_batch: { fiscal_api: APPEND, fiscal_worker: NOTHING },
  retry_batch_invoice: { fiscal_api: APPEND, fiscal_worker: NOTHING },
  lane_pause: {
    fiscal_api: { select: 'all', insert: true, delete: true },
    fiscal_worker: READ,
  },
  worker_heartbeat: { fiscal_api: READ, fiscal_worker: KEEP_AND_DELETE },
  efi_minute: { fiscal_api: READ, fiscal_worker: KEEP_AND_DELETE },
  authority_circuit: { fiscal_api: READ, fiscal_worker: KEEP_AND_DELETE },
  authority_silence: { fiscal_api: NOTHING, fiscal_worker: KEEP_AND_DELETE },
  worker_lane_minute: { fiscal_api: READ, fiscal_worker: KEEP_AND_DELETE },
  rate_limit: { fiscal_api: KEEP_AND_DELETE, fiscal_worker: NOTHING },
};
