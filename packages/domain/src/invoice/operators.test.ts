import { expect, test } from '@jest/globals';
import { operatorNameKey } from './operators.ts';

test.each([
  ['case', 'Ana Đukić', 'ANA ĐUKIĆ', true],
  ['blanks of any kind', 'Ana Đukić', ' ana\u00A0\tđu kić\u3000', true],
  ['composed and decomposed letters', 'Žana Šćekić', 'z\u030Cana s\u030Cc\u0301ekic\u0301', true],
  ['the sigma of the end and that of the middle', 'ΝΙΚΟΣ', 'νικος', true],
  ['a letter without its mark', 'Žana', 'Zana', false],
  ['another name', 'Ana', 'Anja', false],
])('names are one in spite of %s', (_what, one, other, isOne) => {
  expect(operatorNameKey(one) === operatorNameKey(other)).toBe(isOne);
});
