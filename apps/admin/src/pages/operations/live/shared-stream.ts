// One stream of events for each path, however many parts of the page follow it: browsers allow few
// connections to a host. It is open while the page is visible and somebody follows it.

import { queryClient } from '../../../api/query-client.ts';
import { sessionQuery } from '../../../api/session.ts';
import { createStore } from '../../../store.ts';
import type { Store } from '../../../store.ts';
import { openStream } from './event-stream.ts';
import type { LiveState } from './event-stream.ts';

/** What the streams of the API say; each says `heartbeat` every four seconds. */
const EVENTS = ['heartbeat', 'health', 'invoices', 'resync'] as const;
/** Two heartbeats and a little: nothing was lost by then, and nobody has believed for long that all is quiet. */
const SILENCE_MS = 9_000;

/** How a stream is, and since when nothing was heard of it; null while it is heard. */
export interface StreamState {
  state: LiveState;
  silentSince: Date | null;
}

interface Follower {
  onEvent: (name: string, data: unknown) => void;
  /** The stream is there again after a loss: something may have gone unheard. */
  onReturn: () => void;
}

interface SharedStream {
  state: Store<StreamState>;
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

function shareStream(path: string): SharedStream {
  const state = createStore<StreamState>({ state: 'connecting', silentSince: null });
  const followers = new Set<Follower>();
  let end: (() => void) | undefined;
  let wasLive = false;
  let heardAt = new Date();

  // That the connection is open says nothing: a proxy may keep what comes through it.
  function heard(): void {
    heardAt = new Date();
    if (state.current().state === 'live') return;
    state.set({ state: 'live', silentSince: null });
    if (wasLive) for (const { onReturn } of followers) onReturn();
    wasLive = true;
  }
  function passOn(name: string, data: string): void {
    heard();
    if (name === 'heartbeat') return;
    for (const { onEvent } of followers) onEvent(name, JSON.parse(data));
  }
  function changed(next: LiveState): void {
    if (next === 'live') return;
    const { silentSince } = state.current();
    state.set({ state: next, silentSince: next === 'reconnecting' ? heardAt : silentSince });
    // The session may have ended: then the sign-in takes the place of the page.
    if (next === 'reconnecting') {
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    }
  }
  function restart(): void {
    end?.();
    end = undefined;
    if (document.visibilityState !== 'visible' || followers.size === 0) return;
    heardAt = state.current().silentSince ?? new Date();
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
