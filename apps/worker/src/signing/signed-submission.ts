import type { NewSubmission } from '@fiscal/db/fiscalization';
import { signValidRequest } from '@fiscal/efi';
import type { CanonicalXml, MessageHeader } from '@fiscal/efi';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import type { SigningKey } from './signers.ts';

/**
 * A new message: new UUID, new XML signature; it is to be stored before it is sent.
 * @param claimedAt by PostgreSQL's clock, in which messages are looked for, whatever this one's
 * says.
 * @param write the request in canonical form. @throws MessageError
 */
export function signedSubmission(
  { certificateId, signer }: SigningKey,
  sending: Omit<MessageHeader, 'requestUuid'>,
  claimedAt: Date,
  write: (header: MessageHeader) => CanonicalXml,
): NewSubmission {
  const { sendDateTime, subsequentDelivery } = sending;
  const header = { requestUuid: uuidv4(), sendDateTime, subsequentDelivery };
  return {
    id: uuidv7({ msecs: claimedAt.getTime() }),
    certificateId,
    ...header,
    request: signValidRequest(write(header), signer),
  };
}
