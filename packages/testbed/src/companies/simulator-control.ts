/** What the control endpoint returns: JSON of many shapes. */
export type ControlBody = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

/**
 * Calls a path below `/control`.
 * @throws Error where it does not respond, or with another status than 2xx.
 */
export type SimulatorControl = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) => Promise<ControlBody>;

const TIMEOUT_MS = 60_000;

/**
 * The control endpoint of the simulator: its ledger, its master data, and what it does with
 * messages.
 */
export function controlOf(simulatorUrl: string): SimulatorControl {
  return async (method, path, body) => {
    const response = await fetch(`${simulatorUrl}/control${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? {} : (JSON.parse(text) as ControlBody);
  };
}
