// A stream of server-sent events that reports how it is: it opens itself again after every loss,
// also after those that browsers give up on. A long silence is a loss, and an open connection alone
// is not live: a proxy may keep what comes through it.

/** What the page shows of it. */
export type LiveState = 'connecting' | 'live' | 'reconnecting';

/** The part of the browser's EventSource that is used. */
export interface EventSourceLike {
  onerror: ((event: Event) => void) | null;
  addEventListener(name: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

interface StreamOptions {
  /** Opens the connection anew. */
  open: () => EventSourceLike;
  /** By the name of an event, what to do with its data. */
  listeners: Readonly<Record<string, (data: string) => void>>;
  onState: (state: LiveState) => void;
  /** Taken for a lost connection. */
  silenceMs: number;
}

/** The first wait before the stream is opened again; it doubles up to the last. */
const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 30_000;

/** @returns ends it. */
export function openStream({ open, listeners, onState, silenceMs }: StreamOptions): () => void {
  let source: EventSourceLike | undefined;
  let waitMs = FIRST_WAIT_MS;
  let reopen: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  function received(): void {
    waitMs = FIRST_WAIT_MS;
    onState('live');
    awaitNext();
  }

  function awaitNext(): void {
    clearTimeout(silence);
    silence = setTimeout(lost, silenceMs);
  }

  function lost(): void {
    clearTimeout(silence);
    source?.close();
    onState('reconnecting');
    clearTimeout(reopen);
    reopen = setTimeout(connect, waitMs);
    waitMs = Math.min(waitMs * 2, LAST_WAIT_MS);
  }

  function connect(): void {
    const next = open();
    source = next;
    awaitNext();
    next.onerror = lost;
    for (const [name, listener] of Object.entries(listeners)) {
      next.addEventListener(name, ({ data }) => {
        received();
        listener(data);
      });
    }
  }

  onState('connecting');
  connect();
  return () => {
    clearTimeout(silence);
    clearTimeout(reopen);
    source?.close();
  };
}
