/** What is said of a live sale where the service has no live endpoint of the authority. */
export const NO_LIVE_ENDPOINT =
  'This service is not connected to the live service of the tax authority: nothing live is sold here.';
