import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  issueDateTimeOf,
  localDateOf,
  localDayOf,
  localYearOf,
  parseInstant,
} from './local-time.ts';

const at = (text: string): Date => new Date(text);

describe('Podgorica time', () => {
  test.each([
    ['2026-07-11T13:51:04.999Z', '2026-07-11T15:51:04+02:00'],
    ['2026-01-11T13:51:04Z', '2026-01-11T14:51:04+01:00'],
    // The last second before and the first after the clock is put forward and back.
    ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59+01:00'],
    ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:00'],
    ['2026-10-25T00:59:59Z', '2026-10-25T02:59:59+02:00'],
    ['2026-10-25T01:00:00Z', '2026-10-25T02:00:00+01:00'],
    ['2026-12-31T23:00:00Z', '2027-01-01T00:00:00+01:00'],
  ])('%s is issued at %s', (instant, expected) => {
    expect(issueDateTimeOf(at(instant))).toBe(expected);
  });

  test('day and year change at midnight in Podgorica', () => {
    expect(localDateOf(at('2026-12-31T22:59:59Z'))).toBe('2026-12-31');
    expect(localYearOf(at('2026-12-31T22:59:59Z'))).toBe(2026);
    expect(localDateOf(at('2026-12-31T23:00:00Z'))).toBe('2027-01-01');
    expect(localYearOf(at('2026-12-31T23:00:00Z'))).toBe(2027);
    expect(localDateOf(at('2026-07-10T22:00:00Z'))).toBe('2026-07-11');
  });

  test('agrees with Intl at any instant, in any order of asking', () => {
    const referee = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Podgorica',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const anyInstant = fc.date({
      min: at('1900-01-02T00:00:00Z'),
      max: at('2199-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const text = issueDateTimeOf(instant);
        expect(text).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/);
        expect(text.slice(0, 19).replace('T', ' ')).toBe(referee.format(instant));
        expect(at(text).getTime()).toBe(Math.floor(instant.getTime() / 1000) * 1000);
      }),
    );
  });

  test('an invalid date is refused, not written', () => {
    expect(() => issueDateTimeOf(new Date(Number.NaN))).toThrow(RangeError);
  });
});

describe('parseInstant', () => {
  test.each([
    ['2026-07-11T13:51:04Z', '2026-07-11T13:51:04.000Z'],
    ['2026-07-11T15:51:04+02:00', '2026-07-11T13:51:04.000Z'],
    ['2026-07-11T13:51:04.000+0000', '2026-07-11T13:51:04.000Z'],
    ['2026-07-11T13:51:04.1234567Z', '2026-07-11T13:51:04.123Z'],
    ['2026-07-11T13:51:04,5Z', '2026-07-11T13:51:04.500Z'],
    ['2026-07-11T13:51Z', '2026-07-11T13:51:00.000Z'],
    ['2026-07-11T13:51:04', '2026-07-11T13:51:04.000Z'],
    ['2026-07-10T22:30:00-05:30', '2026-07-11T04:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2026-07-11T14:00:00+14:00', '2026-07-11T00:00:00.000Z'],
    ['1900-01-01T00:00:00Z', '1900-01-01T00:00:00.000Z'],
    ['9998-12-31T23:59:59Z', '9998-12-31T23:59:59.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(parseInstant(text)?.toISOString()).toBe(expected);
  });

  test.each([
    '',
    'tomorrow',
    '2026-07-11',
    '11.07.2026 13:51:04',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-07-11T24:00:00Z',
    '2026-07-11T13:60:00Z',
    '2026-07-11T13:51:60Z',
    '2026-07-11T13:51:04+15:00',
    '2026-07-11T13:51:04+01:60',
    '2026-07-11 13:51:04Z',
    '2026-07-11T13:51:04Z ',
    '1899-12-31T23:59:59Z',
    '9999-12-31T23:59:59Z',
    '+012026-07-11T13:51:04Z',
  ])('%j names no instant', (text) => {
    expect(parseInstant(text)).toBeNull();
  });

  test('reads back what was written as issue time', () => {
    const anyInstant = fc.date({
      min: at('1950-01-01T00:00:00Z'),
      max: at('2199-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const second = Math.floor(instant.getTime() / 1000) * 1000;
        expect(parseInstant(issueDateTimeOf(instant))?.getTime()).toBe(second);
        expect(parseInstant(instant.toISOString())).toEqual(instant);
      }),
    );
  });
});

describe('a day in Podgorica', () => {
  test.each([
    ['2026-07-11T13:51:04Z', '2026-07-10T22:00:00Z', '2026-07-11T22:00:00Z'],
    ['2026-01-11T22:59:59Z', '2026-01-10T23:00:00Z', '2026-01-11T23:00:00Z'],
    ['2026-01-11T23:00:00Z', '2026-01-11T23:00:00Z', '2026-01-12T23:00:00Z'],
    // Of 23 hours, and of 25.
    ['2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['2026-12-31T23:30:00Z', '2026-12-31T23:00:00Z', '2027-01-01T23:00:00Z'],
  ])('that %s belongs to lasts from %s until %s', (instant, from, to) => {
    expect(localDayOf(at(instant))).toEqual({ from: at(from), to: at(to) });
  });
});
