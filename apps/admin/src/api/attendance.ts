// Whether a person is at the page. A page that polls must not keep the session alive of a person
// who has left.

/** How long after the last touch a page still counts as attended. */
const STILL_THERE_MS = 60_000;
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** A page that was just opened is attended. */
let lastTouch = Date.now();

/** Listens to keyboard, mouse and screen. */
export function watchAttendance(target: Pick<Window, 'addEventListener'>): void {
  const touched = () => {
    lastTouch = Date.now();
  };
  for (const name of TOUCHES) {
    target.addEventListener(name, touched, { capture: true, passive: true });
  }
}

/** Nothing was touched for a while. */
export function isUnattended(): boolean {
  return Date.now() - lastTouch > STILL_THERE_MS;
}
