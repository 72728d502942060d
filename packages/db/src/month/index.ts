// The months by which the bulk of what is stored is divided.

export { makeMonths, readMonthsAhead } from './stored-months.ts';
