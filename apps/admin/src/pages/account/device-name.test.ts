import { expect, test } from '@jest/globals';
import { deviceName } from './device-name.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/149.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/149.0 Safari/537.36 Edg/149`, 'Edge', 'Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
])(
  'a session is named by its browser and system as people know them (%s)',
  (agent, browser, system) => {
    expect(deviceName(agent)).toEqual({ browser, system });
  },
);

test('a program that is no browser is not called one', () => {
  expect(deviceName('curl/8.9')).toBeNull();
});
