import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** By visit, how far its page was scrolled. */
const positions = new Map<string, number>();

/** A page begins at its top; one that is gone back to, where it was left. */
export function ScrollPosition() {
  const { key } = useLocation();
  const navigation = useNavigationType();
  const shown = useRef(key);
  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const note = () => positions.set(shown.current, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, []);
  useLayoutEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    window.scrollTo(0, navigation === NavigationType.Pop ? (positions.get(key) ?? 0) : 0);
  }, [key, navigation]);
  return null;
}
