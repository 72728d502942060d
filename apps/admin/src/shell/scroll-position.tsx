import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { noteVisit } from '../components/page/visits.ts';

/** By visit, how far its page was scrolled. */
const positions = new Map<string, number>();

/** A page begins at its top; one that is gone back to, where it was left. */
export function ScrollPosition() {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  const shown = useRef({ key, pathname });
  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const note = () => positions.set(shown.current.key, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, []);
  useLayoutEffect(() => {
    if (shown.current.key === key) return;
    if (navigation !== NavigationType.Pop) {
      noteVisit(key, shown.current, navigation === NavigationType.Replace);
    }
    shown.current = { key, pathname };
    window.scrollTo(0, navigation === NavigationType.Pop ? (positions.get(key) ?? 0) : 0);
  }, [key, pathname, navigation]);
  return null;
}
