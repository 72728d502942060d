// POST /ic/api/verifyInvoice: every question goes into the ledger before it is answered, also one
// that a mode leaves without its answer. Not found: 404 with an empty body.

import type { Request, Response } from 'express';
import type { ReceiptCheckBehaviour } from './control/behaviour.ts';
import { askedIic, findReceipt } from './receipt-check.ts';
import { drop, sendBytes, sendErrorPage, sendGarbage } from './soap-endpoint.ts';
import type { SoapEndpoint } from './soap-endpoint.ts';

type Spoiling = Exclude<ReceiptCheckBehaviour, { readonly type: 'normal' | 'lag' }>;

function spoil(behaviour: Spoiling, response: Response): void {
  switch (behaviour.type) {
    case 'silence':
      break;
    case 'drop':
      drop(response);
      break;
    case 'http':
      response.status(behaviour.status).end();
      break;
    case 'garbage':
      sendGarbage(response);
      break;
    case 'html':
      sendErrorPage(response, behaviour.status);
      break;
    case 'bytes':
      sendBytes(response, behaviour);
      break;
  }
}

/** Answers one question whose form has been read. */
export function handleReceiptCheck(
  { authority, now }: SoapEndpoint,
  request: Request,
  response: Response,
): void {
  const { book, script } = authority;
  const question: unknown = request.body;
  const behaviour = script.takeForReceiptCheck();
  const isTrue = behaviour === null || behaviour.type === 'normal' || behaviour.type === 'lag';
  const spoiling = isTrue ? null : behaviour;
  const shownUntil = behaviour?.type === 'lag' ? now() - behaviour.ms : Infinity;
  const receipt = spoiling ? null : findReceipt(book.ledger, question, shownUntil);
  book.record({
    type: 'receipt-check',
    checkedAt: new Date(now()).toISOString(),
    afterMessage: book.ledger.lastSequence,
    iic: askedIic(question),
    outcome: spoiling ? 'spoilt' : receipt ? 'found' : 'not-found',
    behaviour: behaviour?.type ?? null,
  });
  if (spoiling) spoil(spoiling, response);
  else if (receipt) response.json(receipt);
  else response.status(404).end();
}
