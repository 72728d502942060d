import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { openStream } from './event-stream.ts';
import type { EventSourceLike, LiveState } from './event-stream.ts';

/** Stands in for the browser's EventSource. */
class Connection implements EventSourceLike {
  onerror: ((event: Event) => void) | null = null;
  isClosed = false;
  private readonly listeners = new Map<string, (event: MessageEvent<string>) => void>();

  addEventListener(name: string, listener: (event: MessageEvent<string>) => void): void {
    this.listeners.set(name, listener);
  }
  close(): void {
    this.isClosed = true;
  }
  send(name: string, data: string): void {
    this.listeners.get(name)?.(new MessageEvent(name, { data }));
  }
}

function begin(silenceMs = 300_000) {
  const connections: Connection[] = [];
  const states: LiveState[] = [];
  const received: string[] = [];
  const end = openStream({
    open: () => connections[connections.push(new Connection()) - 1]!,
    listeners: { health: (data) => received.push(data) },
    onState: (state) => states.push(state),
    silenceMs,
  });
  return { connections, states, received, end };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('a stream of events says that it connects, then that it is live, and passes on what it receives', () => {
  const { connections, states, received, end } = begin();
  expect(states).toEqual(['connecting']);
  connections[0]!.send('health', '{"a":1}');
  expect(states).toEqual(['connecting', 'live']);
  expect(received).toEqual(['{"a":1}']);
  end();
});

test('a stream of events says that it is lost and opens itself again, later each time', () => {
  const { connections, states, end } = begin();
  for (const waitMs of [1_000, 2_000, 4_000]) {
    connections.at(-1)!.onerror?.(new Event('error'));
    expect(states.at(-1)).toBe('reconnecting');
    const before = connections.length;
    jest.advanceTimersByTime(waitMs - 1);
    expect(connections).toHaveLength(before);
    jest.advanceTimersByTime(1);
    expect(connections).toHaveLength(before + 1);
  }
  connections.at(-1)!.send('health', '1');
  expect(states.at(-1)).toBe('live');
  expect(connections.slice(0, -1).every(({ isClosed }) => isClosed)).toBe(true);
  end();
});

test('a stream of events never waits for longer than half a minute', () => {
  const { connections, end } = begin();
  for (let loss = 0; loss < 10; loss += 1) {
    connections.at(-1)!.onerror?.(new Event('error'));
    jest.advanceTimersByTime(30_000);
  }
  expect(connections).toHaveLength(11);
  end();
});

test('a stream of events takes silence for a loss, also when nothing has come yet', () => {
  const { connections, states, end } = begin(10_000);
  jest.advanceTimersByTime(9_000);
  connections[0]!.send('health', '1');
  jest.advanceTimersByTime(9_000);
  expect(states.at(-1)).toBe('live');
  jest.advanceTimersByTime(1_000);
  expect(states.at(-1)).toBe('reconnecting');
  expect(connections[0]!.isClosed).toBe(true);
  end();
});

test('a stream of events opens nothing once it was ended', () => {
  const { connections, end } = begin(10_000);
  connections[0]!.onerror?.(new Event('error'));
  end();
  jest.advanceTimersByTime(120_000);
  expect(connections).toHaveLength(1);
  expect(connections[0]!.isClosed).toBe(true);
});
