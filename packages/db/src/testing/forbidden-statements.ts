// What the logins of the processes must not be able to do, whatever statement is injected.

/** SQLSTATE of what PostgreSQL does not allow: insufficient_privilege. */
export const NOT_ALLOWED = '42501';

/** For either process. */
export const BOTH_MAY_NOT = [
  // To change tables, triggers and roles, or to make anything.
  'create table mine (id int)',
  'create temporary table mine (id int)',
  'create schema mine',
  `create function mine() returns int language sql as 'select 1'`,
  'alter table invoice disable trigger all',
  'alter table invoice disable trigger invoice_protect',
  'drop trigger audit_log_protect on audit_log',
  'alter function protect_append_only() rename to gone',
  'alter table invoice add column mine int',
  'drop table audit_log',
  'create index on invoice (note)',
  `set session_replication_role = 'replica'`,
  'create role mine',
  'alter role current_user superuser',
  'set session authorization fiscal_worker',
  'set session authorization fiscal_api',
  'set role pg_execute_server_program',
  'create trigger mine after update on invoice for each row execute function protect_append_only()',
  'create rule mine as on delete to audit_log do instead nothing',
  'create publication mine for all tables',
  `alter system set archive_command = 'true'`,
  // To reach the server's own files and programs.
  `copy (select 1) to program 'true'`,
  `copy company from program 'true'`,
  `copy company to '/tmp/companies'`,
  `select pg_read_file('/etc/passwd')`,
  `select pg_read_binary_file('/etc/passwd')`,
  `select pg_ls_dir('/')`,
  `select lo_import('/etc/passwd')`,
  `select lo_export(1, '/tmp/mine')`,
  `copy company from '/etc/passwd'`,
  // To change facts.
  'truncate invoice cascade',
  'truncate audit_log',
  'delete from invoice',
  'delete from submission',
  'delete from document',
  'delete from number_ledger',
  'delete from audit_log',
  'delete from cash_deposit',
  'delete from key_operation',
  `update audit_log set actor = 'nobody'`,
  `update number_ledger set event = 'freed'`,
  `update document set pdf = ''`,
  `update submission set request = ''`,
  `update submission set created_at = now()`,
  `update invoice_content set request = '{}'`,
  `update invoice_content set computed = '{}'`,
  'delete from invoice_content',
  'update invoice set company_id = gen_random_uuid()',
  `update invoice set environment = 'live'`,
  'update invoice set created_at = now()',
  `update certificate set sealed_private_key = ''`,
  `update api_key set hash = ''`,
  'delete from company',
  'delete from certificate',
  'delete from api_key',
  'delete from app_user',
  'select from _prisma_migrations',
];

/** For the API, besides. */
export const API_MAY_NOT = [
  'select sealed_private_key from certificate',
  'select * from certificate',
  `update invoice set fic = 'x'`,
  `update invoice set iic = null`,
  'update invoice set ordinal = 1',
  'update number_sequence set last_ordinal = 0',
  `insert into submission (id) values (gen_random_uuid())`,
  `insert into number_ledger (year) values (2026)`,
  `insert into document (id) values (gen_random_uuid())`,
  `update submission set outcome = 'registered'`,
];

/** For a worker, besides. */
export const WORKER_MAY_NOT = [
  'select from app_user',
  'select from user_session',
  'select from api_key',
  'select from rate_limit',
  'select from audit_log',
  'insert into invoice (id) values (gen_random_uuid())',
  'insert into company (id) values (gen_random_uuid())',
  `update company set name = 'x'`,
  `update cash_register set name = 'x'`,
  'insert into api_key (id) values (gen_random_uuid())',
  'insert into app_user (id) values (gen_random_uuid())',
  'update invoice set dismissed_at = now()',
];
