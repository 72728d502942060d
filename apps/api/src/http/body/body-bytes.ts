// The bytes of bodies that this process holds. They are reserved before they are read and until the
// call is over, by who sends them and by the process: whatever is sent, by however many, its memory
// is bounded.

import type { ApiCaller } from '@fiscal/db/company';
import type { Response } from 'express';
import type { Actor } from '../../access/actor.ts';
import { refuse } from '../refusal/refusal.ts';
import type { Refusal } from '../refusal/refusal.ts';
import { countedAddress } from '../request/counted-address.ts';
import { onceOver } from '../response/response-end.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** What may be sent, in bytes. */
interface ByteLimits {
  /** By one call. */
  body: number;
  /** By one sender at a time. */
  sender: number;
  /** By all such senders at a time. */
  process: number;
}

/**
 * With a key or a session: eight companies that send all they may still leave the process its
 * memory.
 */
export const KNOWN: ByteLimits = { body: MIB, sender: 8 * MIB, process: 64 * MIB };
/**
 * Without either: a password, a code, the signature of a passkey. They take nothing of the others'
 * bytes.
 */
export const ANONYMOUS: ByteLimits = { body: 8 * KIB, sender: 64 * KIB, process: 4 * MIB };

const RETRY_S = '1';

const heldBy = new Map<string, number>();
const heldOf = new Map([KNOWN, ANONYMOUS].map((limits) => [limits, 0]));

function hold(sender: string, limits: ByteLimits, bytes: number): void {
  const left = (heldBy.get(sender) ?? 0) + bytes;
  if (left === 0) heldBy.delete(sender);
  else heldBy.set(sender, left);
  heldOf.set(limits, (heldOf.get(limits) ?? 0) + bytes);
}

/** What the caller of a call that has passed its guard may send. */
export function byteLimitsOf({ locals }: Response): ByteLimits {
  return (locals.caller ?? locals.actor) ? KNOWN : ANONYMOUS;
}

/**
 * Lets a call reserve bytes, which it holds until it is over.
 * @returns a function that reserves so many more: null where they may be read, else 429 (the
 * sender's share) or 503 (the process's).
 */
export function byteReserve(response: Response): (bytes: number) => Refusal | null {
  const limits = byteLimitsOf(response);
  const sender = senderOf(response);
  let held = 0;
  let isOver = false;
  onceOver(response, () => {
    isOver = true;
    hold(sender, limits, -held);
  });
  return (bytes) => {
    if ((heldBy.get(sender) ?? 0) + bytes > limits.sender) {
      response.set('Retry-After', RETRY_S);
      const message = 'Rate limit: too many bytes of bodies at a time; wait and try again.';
      return refuse('RATE_LIMITED', message);
    }
    if ((heldOf.get(limits) ?? 0) + bytes > limits.process) {
      response.set('Retry-After', RETRY_S);
      const message = 'The service holds as many bodies as it can. Repeat the call as it is.';
      return refuse('SERVICE_BUSY', message, { stored: 'no' });
    }
    // Of a connection that has closed nothing more comes.
    if (isOver) return null;
    held += bytes;
    hold(sender, limits, bytes);
    return null;
  };
}

/** A company, by its keys and its people; an operator; else an address. */
function senderOf({ locals, req }: Response): string {
  const { caller, actor } = locals as { caller?: ApiCaller; actor?: Actor | null };
  return caller?.company.id ?? actor?.companyId ?? actor?.userId ?? countedAddress(req);
}
