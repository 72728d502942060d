import { describe, expect, test } from '@jest/globals';
import { connectionRefusalOf } from './refused-connection.ts';

const errorOf = (message: string, code?: string) => Object.assign(new Error(message), { code });
const within = (cause: Error) =>
  new Error('not connected', { cause: new Error('away', { cause }) });

describe('a store that', () => {
  const refusals: [string, Error, RegExp][] = [
    [
      'has a certificate of another CA',
      errorOf('self-signed', 'SELF_SIGNED_CERT_IN_CHAIN'),
      /not trust/,
    ],
    [
      'has another name',
      errorOf('altnames', 'ERR_TLS_CERT_ALTNAME_INVALID'),
      /The host of X is none/,
    ],
    ['refuses the password', errorOf('password authentication failed', '28P01'), /not let X in/],
    ['refuses what is not encrypted', errorOf('no entry, no encryption', '28000'), /no encryption/],
    [
      'speaks no TLS',
      errorOf('The server does not support SSL connections'),
      /the server has none/,
    ],
    ['is a Redis that refuses it', errorOf('WRONGPASS invalid'), /user or password is wrong/],
    ['is a Redis that asks for one', errorOf('NOAUTH HELLO must'), /there is none/],
    [
      'is named with the file of a CA that is not there',
      errorOf("ENOENT: no such file or directory, open '/ca.pem'", 'ENOENT'),
      /X names a file that cannot be read: ENOENT/,
    ],
    ['is a Redis with a narrow user', errorOf("NOPERM no 'info'"), /do what is needed: NOPERM/],
  ];
  test.each(refusals)('%s is refused in a sentence', (_what, error, words) => {
    expect(connectionRefusalOf(within(error), 'X')).toMatch(words);
  });

  test.each([
    ['is away', errorOf('connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED')],
    ['has let its certificate expire', errorOf('certificate has expired', 'CERT_HAS_EXPIRED')],
    ['is full', errorOf('sorry, too many clients already', '53300')],
    ['is starting', errorOf('LOADING Redis is loading the dataset in memory')],
  ])('%s may only be away', (_what, error) => {
    expect(connectionRefusalOf(within(error), 'X')).toBeNull();
  });
});
