/** Settings with which seconds take the place of the minutes of production. */
export const SHORT_TIMEOUTS = {
  // They are used up only where a test is about that: no slow machine may do so.
  EFI_ONLINE_BUDGET_MS: '8000',
  LEASE_MS: '20000',
  DELIVERY_AFTER_MS: '300',
  EFI_RECEIPT_CHECK_MS: '5000',
  EFI_PROBE_EVERY_MS: '500',
  // Only the tests of the circuit are about the circuit.
  EFI_FAILURES_TO_OPEN: '100000',
};
