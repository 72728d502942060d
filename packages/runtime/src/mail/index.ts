export { bilingual, dayOf, plain } from './mail-text.ts';
export { causeOf, mailerOf, openMailer, reasonOf } from './mailer.ts';
export type { Mail, Mailer } from './mailer.ts';
