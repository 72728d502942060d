import { expect, test } from '@jest/globals';
import { countedAddress } from './counted-address.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
])('a limit counts %s as %s', (ip, counted) => {
  expect(countedAddress({ ip })).toBe(counted);
});

test('a connection that is gone already has no address', () => {
  expect(countedAddress({ ip: undefined })).toBe('unknown');
});
