export { bilingual, dayOf, plain } from './mail-text.ts';
export * from './mailer.ts';
