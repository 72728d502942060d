import { lazy, Suspense } from 'react';
import type { ComponentProps } from 'react';
import { ensureTexts } from '../../i18n/i18n.ts';

/** The table is large and seldom needed. */
const Words = lazy(async () => {
  const texts = ensureTexts(['authority', 'failed-work']);
  const [module] = await Promise.all([import('./authority-words.tsx'), texts]);
  return module;
});

/**
 * Why a call to the authority failed, what it said and meant, and what to do, in the reader's
 * language.
 */
export function AuthorityWords(said: ComponentProps<typeof Words>) {
  return (
    <Suspense fallback={null}>
      <Words {...said} />
    </Suspense>
  );
}
