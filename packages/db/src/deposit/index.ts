// Cash deposits.

export * from './cash-deposits.ts';
export * from './due-deposits.ts';
export * from './withdrawals.ts';
export * from './withdrawal-claims.ts';
