// Whether somebody is at the keyboard. A page that asks by itself, again and again, must not keep the
// session of a person alive who has gone.

/** So long after the last touch somebody still counts as there. */
const STILL_THERE_MS = 60_000;
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Who opens a page is there. */
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

/** Nobody has touched anything for a while. */
export function isUnattended(): boolean {
  return Date.now() - lastTouch > STILL_THERE_MS;
}
