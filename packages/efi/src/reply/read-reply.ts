// From what came over the wire to an outcome. Every way an exchange can end is decided here, and
// only here; verify-response.ts decides about signatures, the domain's faults.ts about codes.
import { faultOf, sentence } from '@fiscal/domain';
import { foreignWords, textOfReply } from './received-text.ts';
import type {
  PostResult,
  RawReply,
  Refused,
  Registered,
  Unanswered,
  UnansweredReason,
} from '../outcome.ts';
import { readEnvelope } from './soap.ts';
import type { SoapFault } from './soap.ts';
import { verifyResponse } from './verify-response.ts';
import type { ExpectedResponse } from './verify-response.ts';
import { UnreadableXmlError } from './xml-reader.ts';

/** An outcome whose code has not got its own name yet. */
export type AnyOutcome = (Registered & { identifier: string }) | Refused | Unanswered;

/** Decides about one exchange. Never throws for anything that came from outside. */
export function readReply(result: PostResult, expected: ExpectedResponse): AnyOutcome {
  if (result.kind === 'failed') {
    return {
      kind: 'unanswered',
      reason: result.reason,
      detail: foreignWords(result.detail),
      wasSent: result.wasSent,
      httpStatus: result.httpStatus,
      rawReply: result.body,
    };
  }
  const raw: RawReply = { httpStatus: result.httpStatus, rawReply: result.body };
  try {
    return readEnvelope<AnyOutcome>(textOfReply(result.body), {
      fault: (fault) => outcomeOfFault(fault, expected.requestUuid, raw),
      message: (message) => {
        const verdict = verifyResponse(message, expected);
        return verdict.kind === 'rejected'
          ? unanswered(verdict.reason, verdict.detail, raw)
          : {
              kind: 'registered',
              identifier: verdict.identifier,
              responseUuid: verdict.responseUuid,
              repliedAt: verdict.sendDateTime,
              ...raw,
            };
      },
    });
  } catch (error) {
    // What else breaks here, in the parser or in a certificate, breaks on bytes that nothing
    // authenticates: a throw would leave the sale to be sent, and to break, for ever.
    // A proxy's page with an HTTP error is no reply of the authority's at all.
    return result.httpStatus === 200
      ? unanswered('unreadable', detailOf(error), raw)
      : unanswered('http', sentence('httpError', { status: result.httpStatus }), raw);
  }
}

/** A fault is not signed; it counts as a refusal only if nothing in it speaks against that. */
function outcomeOfFault(fault: SoapFault, requestUuid: string, raw: RawReply): AnyOutcome {
  if (fault.requestUuid !== null && fault.requestUuid.toLowerCase() !== requestUuid.toLowerCase()) {
    const { requestUuid: other } = fault;
    return unanswered('wrong-request', sentence('faultOfOther', { requestUuid: other }), raw);
  }
  const isServerFault = fault.faultCode === 'SERVER' || faultOf(fault.code).class === 'technical';
  if (isServerFault || fault.code === null) {
    const { code: efiCode, message: efiMessage } = fault;
    const detail =
      efiCode === null
        ? sentence('faultWithoutCode', { efiMessage })
        : sentence('fault', { efiCode, efiMessage });
    return unanswered('server-fault', detail, raw);
  }
  if (faultOf(fault.code).class === 'undocumented') {
    const values = { efiCode: fault.code, efiMessage: fault.message };
    const detail = sentence('faultUndocumented', values);
    return unanswered('undocumented-fault', detail, raw);
  }
  return {
    kind: 'refused',
    efiCode: fault.code,
    efiMessage: foreignWords(fault.message),
    responseUuid: fault.responseUuid,
    ...raw,
  };
}

function unanswered(reason: UnansweredReason, detail: string, raw: RawReply): Unanswered {
  return { kind: 'unanswered', reason, detail: foreignWords(detail), wasSent: true, ...raw };
}

function detailOf(error: unknown): string {
  if (error instanceof UnreadableXmlError) return error.message;
  const words = error instanceof Error ? error.message : String(error);
  return sentence('replyBroken', { words });
}
