// Pages as the router shows them: loaded when they are first visited, together with their texts.

import { use } from 'react';
import type { ComponentType } from 'react';
import { ensureTexts } from './i18n/i18n.ts';
import type { Namespace } from './i18n/namespaces.ts';
import { whileLoading } from './shell/waiting.ts';

const loaders = new WeakMap<ComponentType, () => Promise<unknown>>();

/** A page and the texts it needs. What could not be loaded is tried again with the next visit. */
export function page(load: () => Promise<ComponentType>, ...texts: Namespace[]): ComponentType {
  let loading: Promise<ComponentType> | null = null;
  const loadOnce = () =>
    (loading ??= whileLoading(
      Promise.all([load(), ensureTexts(texts)]).then(
        ([component]) => component,
        (error: unknown) => {
          loading = null;
          throw error;
        },
      ),
    ));
  function LoadedPage() {
    const Loaded = use(loadOnce());
    return <Loaded />;
  }
  loaders.set(LoadedPage, loadOnce);
  return LoadedPage;
}

/** Begins to load a page of `page` before it is rendered; anything else is there already. */
export function loadAhead(component: ComponentType | null | undefined): void {
  // Where it fails, the page itself says so.
  if (component)
    loaders
      .get(component)?.()
      .catch(() => undefined);
}
