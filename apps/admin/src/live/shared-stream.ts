// One stream of events for each path, however many parts of the page follow it: browsers allow few
// connections to a host. It is open while the page is visible and something follows it.

import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from '../api/session.ts';
import { createStore } from '../store.ts';
import type { Store } from '../store.ts';
import { openStream } from './event-stream.ts';
import type { LiveState } from './event-stream.ts';

/** The events of the API; each stream has a `heartbeat` every four seconds. */
const EVENTS = ['heartbeat', 'health', 'invoices', 'resync'] as const;
/** Two heartbeats and a little. */
const SILENCE_MS = 9_000;

/**
 * Since when a stream that is followed has brought nothing; null while all bring their heartbeats.
 */
export const silentSince = createStore<Date | null>(null);

interface Follower {
  onEvent: (name: string, data: unknown) => void;
  /** The stream is there again after a loss: events may have been lost. */
  onReturn: () => void;
}

interface SharedStream {
  state: Store<LiveState>;
  /** @returns ends it. */
  follow: (follower: Follower) => () => void;
}

const streams = new Map<string, SharedStream>();

/** The stream of this path, which is opened with its first follower. */
export function streamOf(path: string): SharedStream {
  const known = streams.get(path) ?? shareStream(path);
  streams.set(path, known);
  return known;
}

const silences = new Map<string, Date>();

/** @param since null where the stream brings something, or is no longer followed. */
function noteSilence(path: string, since: Date | null): void {
  if (since === null) silences.delete(path);
  else silences.set(path, since);
  const [longest] = [...silences.values()].toSorted((a, b) => a.getTime() - b.getTime());
  silentSince.set(longest ?? null);
}

function shareStream(path: string): SharedStream {
  const state = createStore<LiveState>('connecting');
  const followers = new Set<Follower>();
  let end: (() => void) | undefined;
  let wasLive = false;
  let receivedAt = new Date();

  function passOn(name: string, data: string): void {
    if (name === 'heartbeat') return;
    for (const { onEvent } of followers) onEvent(name, JSON.parse(data));
  }
  function changed(next: LiveState): void {
    if (next === 'live') receivedAt = new Date();
    if (next === state.current()) return;
    state.set(next);
    if (next === 'live') {
      noteSilence(path, null);
      if (wasLive) for (const { onReturn } of followers) onReturn();
      wasLive = true;
    }
    if (next === 'reconnecting') {
      noteSilence(path, receivedAt);
      // The session may have ended: then the sign-in takes the place of the page.
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    }
  }
  function restart(): void {
    end?.();
    end = undefined;
    if (followers.size === 0) noteSilence(path, null);
    if (document.visibilityState !== 'visible' || followers.size === 0) return;
    if (!silences.has(path)) receivedAt = new Date();
    end = openStream({
      open: () => new EventSource(path),
      listeners: Object.fromEntries(EVENTS.map((name) => [name, (data) => passOn(name, data)])),
      onState: changed,
      silenceMs: SILENCE_MS,
    });
  }
  function follow(follower: Follower): () => void {
    followers.add(follower);
    if (followers.size === 1) {
      document.addEventListener('visibilitychange', restart);
      window.addEventListener('online', restart);
      restart();
    }
    return () => {
      followers.delete(follower);
      if (followers.size > 0) return;
      document.removeEventListener('visibilitychange', restart);
      window.removeEventListener('online', restart);
      restart();
    };
  }
  return { state, follow };
}
