// Everything that goes to the authority as a span, with what came back: codes, and nothing of a
// message.

import type { Environment } from '@fiscal/domain';
import type { EfiClient, Outcome } from '@fiscal/efi';
import { inSpan, SpanKind } from '@fiscal/runtime';
import type { Span } from '@fiscal/runtime';

/** The client whose exchanges are spans below the current one. */
export function traceExchanges(client: EfiClient, environment: Environment): EfiClient {
  const options = {
    kind: SpanKind.CLIENT,
    attributes: { 'fiscal.environment': environment },
  };
  const traced =
    <Sent extends unknown[], Came extends Outcome<object>>(
      name: string,
      send: (...sent: Sent) => Promise<Came>,
    ) =>
    (...sent: Sent): Promise<Came> =>
      inSpan(name, options, async (span) => noted(span, await send(...sent)));
  return {
    ...client,
    registerInvoice: traced('exchange invoice', client.registerInvoice),
    registerCashDeposit: traced('exchange cash-deposit', client.registerCashDeposit),
    registerTcr: traced('exchange tcr', client.registerTcr),
    checkReceipt: (...asked) =>
      inSpan('check receipt', options, async (span) => {
        const result = await client.checkReceipt(...asked);
        span.setAttribute('fiscal.receipt', result.kind);
        return result;
      }),
  };
}

function noted<Came extends Outcome<object>>(span: Span, outcome: Came): Came {
  span.setAttribute('fiscal.outcome', outcome.kind);
  if (outcome.kind === 'refused') span.setAttribute('fiscal.efi.code', outcome.efiCode);
  if (outcome.kind === 'unanswered') {
    span.setAttribute('fiscal.unanswered.reason', outcome.reason);
  }
  return outcome;
}
