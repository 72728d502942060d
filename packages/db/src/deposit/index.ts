// Cash deposits.

export * from './cash-deposits.ts';
export * from './due-deposits.ts';
