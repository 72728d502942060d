/**
 * Something a person can put right. The message is one sentence that says what to do and is shown
 * as it stands, without a stack trace; `cause` is for the log.
 */
export class TestbedFailure extends Error {
  readonly code = 'TESTBED_FAILURE';
}

/** The text of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
