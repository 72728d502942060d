import { lazy, Suspense } from 'react';
import { ensureTexts } from '../../i18n/i18n.ts';
import type { Said } from './meaning.tsx';

/** The table is large and seldom needed. */
const Meaning = lazy(async () => {
  const texts = ensureTexts(['authority', 'failed-work']);
  const [module] = await Promise.all([import('./meaning.tsx'), texts]);
  return module;
});

/** What the authority's words mean, in the reader's language; beside the words, never in their place. */
export function AuthorityMeaning(said: Said) {
  return (
    <Suspense fallback={null}>
      <Meaning {...said} />
    </Suspense>
  );
}
