import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { isUnattended, watchAttendance } from './attendance.ts';

beforeAll(() => {
  jest.useFakeTimers();
});
afterAll(() => {
  jest.useRealTimers();
});

test.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])(
  'a %s counts as attendance for a minute',
  (name) => {
    const page = new EventTarget();
    watchAttendance(page as Window);
    jest.advanceTimersByTime(120_000);
    expect(isUnattended()).toBe(true);
    page.dispatchEvent(new Event(name));
    expect(isUnattended()).toBe(false);
    jest.advanceTimersByTime(60_000);
    expect(isUnattended()).toBe(false);
    jest.advanceTimersByTime(1);
    expect(isUnattended()).toBe(true);
  },
);
