import { useState } from 'react';
import type { ComponentType } from 'react';

/** What opens from a control. */
interface LaterLoad<Props> {
  /** Null until it is there; then it stands in for the control. */
  Loaded: ComponentType<Props> | null;
  state: 'closed' | 'loading' | 'missing';
  open: () => void;
}

/**
 * A control that is drawn without what opens from it: that is loaded when the control is first
 * used, and then takes its place, opened.
 * @param load rejects where the file is gone.
 */
export function useLoadedLater<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LaterLoad<Props> {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  const [state, setState] = useState<LaterLoad<Props>['state']>('closed');
  const open = () => {
    setState('loading');
    load().then(
      (module) => setLoaded(() => module.default),
      () => setState('missing'),
    );
  };
  return { Loaded, state, open };
}
