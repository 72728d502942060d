import { describe, expect, test } from '@jest/globals';
import { createPrintSlots } from './print-slots.ts';

describe('places of the printer', () => {
  test('a company takes all of them but one', () => {
    const slots = createPrintSlots(3);
    const leave = slots.take('a');
    expect(slots.full()).toEqual([]);
    slots.take('a');
    slots.take('b');
    slots.take(null);
    expect(slots.full()).toEqual(['a']);
    leave();
    expect(slots.full()).toEqual([]);
  });

  test('where there is one place, a company may have it', () => {
    const slots = createPrintSlots(1);
    expect(slots.full()).toEqual([]);
    const leave = slots.take('a');
    expect(slots.full()).toEqual(['a']);
    leave();
    expect(slots.full()).toEqual([]);
  });

  test('a job that was put off is added again when a print is done, once', () => {
    const slots = createPrintSlots(2);
    const [one, two] = [slots.take('a'), slots.take('b')];
    slots.putOff('job');
    slots.putOff('job');
    expect(one()).toBe('job');
    expect(two()).toBeNull();
  });
});
