// Prints and messages wherever they are: in their row, or, once they are old, in the object store
// under the key that their row notes. Every reader of either comes through here.

import { readObject } from '@fiscal/objects';
import type { ObjectStore } from '@fiscal/objects';

/** A print of `document d`. */
export interface StoredPrint {
  /** Of the PDF, hexadecimal. */
  sha256: string;
  pdf: Buffer | null;
  objectKey: string | null;
}
export const PRINT_COLUMNS = 'd.sha256, d.pdf, d.object_key as "objectKey"';

/** @throws ObjectStoreUnavailableError, ObjectNotIntactError */
export async function readPrint(
  objects: ObjectStore | null,
  { pdf, objectKey, sha256 }: StoredPrint,
): Promise<Buffer> {
  if (pdf !== null) return pdf;
  return readObject(objects, { key: notedIn(objectKey), sha256 });
}

/** A message to the authority and what came back. */
export interface Message {
  /** The signed request element, byte for byte. */
  request: string;
  /** Any bytes at all; null where nothing came back. */
  response: Buffer | null;
}

/** A message of `submission s`. */
export interface StoredMessage {
  request: string | null;
  response: Buffer | null;
  objectKey: string | null;
  /** Of request and response together, as `message_object` of the database writes them. */
  objectSha256: string | null;
}
export const MESSAGE_COLUMNS = `s.request, s.response_bytes as response,
  s.object_key as "objectKey", s.object_sha256 as "objectSha256"`;

/** The row with its message. @throws ObjectStoreUnavailableError, ObjectNotIntactError */
export async function withMessage<Row extends StoredMessage>(
  objects: ObjectStore | null,
  row: Row,
): Promise<Omit<Row, keyof StoredMessage> & Message> {
  const { request, response, objectKey, objectSha256, ...other } = row;
  if (request !== null) return { ...other, request, response };
  const at = { key: notedIn(objectKey), sha256: notedIn(objectSha256) };
  return { ...other, ...messageIn(await readObject(objects, at)) };
}

/**
 * `request 4210 reply 2711` or `request 4210 reply none`, a line feed, the request and the reply.
 */
const HEAD = /^request (\d+) reply (\d+|none)\n/;

function messageIn(object: Buffer): Message {
  const [head, size, replied] = HEAD.exec(object.toString('latin1', 0, 60)) ?? [];
  if (head === undefined) throw new Error('an object is no message');
  const end = head.length + Number(size);
  const response = replied === 'none' ? null : object.subarray(end);
  return { request: object.toString('utf8', head.length, end), response };
}

/** The triggers of the database empty no row without them. */
function notedIn(value: string | null): string {
  if (value === null) throw new Error('a row is empty, and says of no object');
  return value;
}
