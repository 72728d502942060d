// Whom a limit by address is for. Somebody with IPv6 has at least a /64 to guess from (RFC 6177),
// so its addresses count as one.

import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/**
 * `192.0.2.7`, also where it came as `::ffff:192.0.2.7`; `2001:db8:1:2::/64`; `unknown` if it is
 * gone.
 */
export function countedAddress({ ip }: Pick<Request, 'ip'>): string {
  // A zone (fe80::1%eth0) is the name of our own interface.
  const [plain = ''] = (ip ?? '').split('%');
  if (!ipaddr.isValid(plain)) return 'unknown';
  const address = ipaddr.process(plain);
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`;
}
