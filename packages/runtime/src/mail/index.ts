export { bilingual, plain } from './mail-text.ts';
export { mailerOf, openMailer, reasonOf } from './mailer.ts';
export type { Mail, Mailer } from './mailer.ts';
