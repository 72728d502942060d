// How every endpoint of the panel is called without knowing it: what stands in its path, and what
// is sent.

import { v7 as uuidv7 } from 'uuid';
import type { Endpoint } from '../http/endpoint.ts';

/** The path with these ids; unknown ids stand in for all that is not given. */
export function pathOf(route: Endpoint, ids: Readonly<Record<string, string>>): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? uuidv7());
}

/**
 * What endpoints about one thing are sent, by their operation: right enough to be looked at
 * further.
 */
export const BODIES: Readonly<Record<string, object>> = {
  changeMember: { name: 'Moj' },
  changeCashRegister: { name: 'Moja' },
  endCashRegister: { lastDay: '2099-12-31' },
  changeOperator: { name: 'Moj' },
  depositInitially: { cashAmount: 10 },
  withdrawInPanel: { cashAmount: 10 },
  confirmLastNumber: { lastOrdinal: 3, evidence: 'the last receipt' },
  confirmLastReceipt: { link: 'https://mapr.tax.gov.me/ic/#/verify?iic=1' },
  rotateApiKey: { overlapHours: 1 },
};
