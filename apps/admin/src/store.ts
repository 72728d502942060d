import { useSyncExternalStore } from 'react';

/** A value outside of any component that components follow. */
export interface Store<Value> {
  current: () => Value;
  set: (value: Value) => void;
  /** @returns ends it. */
  subscribe: (listener: () => void) => () => void;
}

/** Makes one with its first value. */
export function createStore<Value>(first: Value): Store<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    current: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value now; the component is rendered anew with each other one. */
export function useStore<Value>({ subscribe, current }: Store<Value>): Value {
  return useSyncExternalStore(subscribe, current);
}
