// When to look at the memory of the print process and its Chromes: a look reads every process of
// the machine, so where nothing is printed it is a rare one.

const LOOK_EVERY_MS = 500;
/** Chrome at rest does not grow; what has broken out of it may. */
const LOOKS_LEFT_OUT_AT_REST = 60;

/**
 * @param isBusy whether the process has an order without a result yet.
 * @param look sees the processes of the moment.
 * @returns how to end it.
 */
export function watchTree(isBusy: () => boolean, look: () => void): () => void {
  let atRest = 0;
  const timer = setInterval(() => {
    atRest = isBusy() ? 0 : atRest + 1;
    // The first look at rest sees what was started for the last print.
    if (atRest <= 1 || atRest % LOOKS_LEFT_OUT_AT_REST === 0) look();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
