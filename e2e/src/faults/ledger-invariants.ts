// Invariants about the authority's ledger: what it registered, and what it was sent.

import type { Evidence } from './evidence.ts';

/** Two effects of one IIC, or an effect of an IIC that no invoice has. */
export function findDoubleEffects({ invoices, effects, submissions }: Evidence): string[] {
  const owners = new Map(invoices.map(({ iic, id }) => [iic, id]));
  const signers = new Map(submissions.map(({ iic, invoice_id: id }) => [iic, id]));
  const counts = new Map<string, number>();
  for (const { iic } of effects) counts.set(iic, (counts.get(iic) ?? 0) + 1);
  return [...counts].flatMap(([iic, count]) => {
    if (count > 1) return [`${iic} was registered ${count} times`];
    if (owners.has(iic)) return [];
    const signer = signers.get(iic);
    return [`${iic} is registered and belongs to no invoice${signer ? `; ${signer} had it` : ''}`];
  });
}

/** A Fiscalized invoice whose effect is not there or is another one. */
export function findFicTrouble({ invoices, effects }: Evidence): string[] {
  const registered = new Map(effects.map((effect) => [effect.iic, effect]));
  return invoices.flatMap((invoice) => {
    if (invoice.status !== 'Fiscalized') return [];
    const effect = registered.get(invoice.iic ?? '');
    if (effect === undefined) return [`${invoice.id} is Fiscalized, and nothing is registered`];
    const isSame =
      effect.fic === invoice.fic &&
      effect.ordinal === invoice.ordinal &&
      effect.invoiceNumber === invoice.invoice_number &&
      effect.tcrCode === invoice.tcr_code &&
      effect.issueDateTime === invoice.issue_date_time;
    return isSame ? [] : [`${invoice.id}: ${JSON.stringify(invoice)} ${JSON.stringify(effect)}`];
  });
}

/** Write-ahead: a message at the authority that stands in no row. */
export function findStrangeMessages({ messages, submissions }: Evidence): string[] {
  const written = new Set(submissions.map(({ request_uuid: uuid }) => uuid.toLowerCase()));
  return messages.flatMap(({ kind, requestUuid, iic, sequence }) =>
    kind === 'invoice' && !written.has(requestUuid?.toLowerCase() ?? '')
      ? [`message ${sequence} (${iic}) stands in no row`]
      : [],
  );
}

/** A cash invoice that was registered before the INITIAL deposit of its register and day. */
export function findCashWithoutDeposit({ effects, deposits }: Evidence): string[] {
  const opened = new Map<string, number>();
  for (const { tcrCode, day, operation, sequence } of deposits) {
    const drawer = `${tcrCode} ${day}`;
    if (operation === 'INITIAL' && !opened.has(drawer)) opened.set(drawer, sequence);
  }
  return effects.flatMap(({ typeOfInv, tcrCode, day, sequence, iic }) => {
    if (typeOfInv !== 'CASH') return [];
    const at = opened.get(`${tcrCode} ${day}`);
    return at !== undefined && at < sequence ? [] : [`${iic}: no deposit of ${tcrCode} on ${day}`];
  });
}
