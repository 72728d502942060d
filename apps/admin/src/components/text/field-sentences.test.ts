import { expect, test } from '@jest/globals';
import { fieldText } from './field-sentences.ts';

test.each([
  ['is required', 'required', undefined],
  ['must have at most 200 characters', 'tooLong', '200'],
  ['must have at most 50 characters after transliteration', 'tooLongWritten', '50'],
  ['must be at most 10000000', 'tooMuch', '10000000'],
  ['must be a picture of at most 220 kB', 'pictureSize', undefined],
  ['The receipt is of the TCR code ab123ab123, and', 'receiptOfOther', 'ab123ab123'],
  ['must be a string', 'other', undefined],
])('the sentence "%s" of the API has words in both languages', (sentence, name, limit) => {
  expect(fieldText(sentence)).toEqual({ name, limit });
});
