import type { Lane } from '../breaker.ts';
import { createCircuit } from '../circuit.ts';
import type { CircuitState, Observation } from '../circuit.ts';

/** A circuit on a clock of its own, a minute after the last reply. */
export function circuitAt() {
  const clock = { now: 0 };
  const changes: CircuitState['state'][] = [];
  const circuit = createCircuit({
    failuresToOpen: 3,
    askedProbes: 2,
    probeEveryMs: 1_000,
    now: () => clock.now,
    random: () => 0.5,
    onChange: ({ state }) => changes.push(state),
  });
  /** @returns whether it went out. */
  const send = (lane: Lane, observation: Observation | null, company = 'a') => {
    const permit = circuit.admit(lane, company);
    permit?.(observation);
    return permit !== null;
  };
  const fail = (times: number, company = 'a') => {
    for (let time = 0; time < times; time++) send('live', 'silence', company);
  };
  /** Messages of several companies, and none gets a reply. */
  const fallSilent = () => {
    fail(2, 'a');
    fail(1, 'b');
  };
  /** One that may probe at any time. */
  const ask = (company: string) => circuit.admit('live', company, true);
  const wouldAdmit = (lane: Lane, company = 'a') => {
    const permit = circuit.admit(lane, company);
    permit?.(null);
    return permit !== null;
  };
  return { clock, circuit, changes, send, fail, fallSilent, ask, wouldAdmit };
}
