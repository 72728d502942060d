import { describe, expect, test } from '@jest/globals';
import { passwordProblem } from './passwords.ts';

const EMAIL = 'milica@pekara.example';

describe('a password is refused', () => {
  test.each([
    'password1234',
    'passwordpassword',
    'P@ssw0rd1234!',
    'qwertyuiop123',
    '123456789012',
    'iloveyou1234',
    'letmein12345',
    'Administrator1!',
    'podgorica2026',
    'fiskalizacija1',
    'lozinka123456',
    'Pekara123456',
    'abcdefghijklmnop',
    'aabbccddeeff',
    'AaaaBbbbCcccDdddE',
    'zzzzyyyyxxxxwwwwv',
    'qqwweerrttyy',
    'ppaasswwoorrdd',
    'aaaa1111bbbb2222c',
    'acegikmoqsuw',
    'abcxyzabcxyz',
  ])('that is among the first that somebody tries: %s', async (password) => {
    expect(await passwordProblem(password, EMAIL)).toContain('among the first');
  });
});

test.each(['aaaabbbbcccd', 'zzzzyyyyxxxxwwww', 'kkkkmmmmnnnnkkkkmmmmp', 'q1q1q1w2w2w2'])(
  'a password of few different characters is refused: %s',
  async (password) => {
    expect(await passwordProblem(password, EMAIL)).toContain('too few characters');
  },
);

describe('a password is taken', () => {
  test.each([
    'correct horse battery',
    'toplo pecivo svako jutro',
    'kiša nad Lovćenom u maju',
    'x7#qLp0vTz!m',
    'committee balloon',
    '🐟🌧️🚲🍞🪴🎻 riba kiša bicikl',
  ])('that nobody comes upon: %s', async (password) => {
    expect(await passwordProblem(password, EMAIL)).toBeNull();
  });
});

test('only the beginning of a long one is looked at, whatever it is made of', async () => {
  const head = 'toplo pecivo svako jutro u pola sedam, a nedjeljom tek u devet sati';
  expect(head.length).toBeGreaterThan(64);
  const hostile = ['4@8({[<369|!1/|0$57+%2', 'p@ssw0rd', '1@3$5^7*9', 'a1!', 'passwordpassword'];
  for (const part of hostile) {
    expect(await passwordProblem((head + part.repeat(200)).slice(0, 200), EMAIL)).toBeNull();
    expect(await passwordProblem(part.repeat(200_000), EMAIL)).toContain('at most');
  }
  // A good end does not mend a beginning that fills what is looked at.
  expect(await passwordProblem('password'.repeat(8) + head, EMAIL)).toContain('among the first');
});
