// What the three requests have in common: the root element and the header. Protocol §2.
import { MESSAGE_VERSION, REQUEST_ID, SCHEMA_NAMESPACE } from '../protocol.ts';
import { element, rootElement } from './xml-writer.ts';
import type { CanonicalXml } from './xml-writer.ts';

/** Why a document is delivered later than it was issued; the XSD's words. Protocol §2.2. */
export type SubsequentDelivery =
  'NOINTERNET' | 'BOUNDBOOK' | 'SERVICE' | 'TECHNICALERROR' | 'BUSINESSNEEDS';

/** What identifies one message. A document sent twice goes in two messages. */
export interface MessageHeader {
  /** UUID v4, new for every message, also when the same document is sent again. */
  requestUuid: string;
  /** `2026-07-11T15:51:04+02:00`. On the first direct send the very text of the issue time. */
  sendDateTime: string;
  /** Null on the first direct send, and always when a cash register is registered. */
  subsequentDelivery: SubsequentDelivery | null;
}

/** The unsigned request: root, header, and the element that holds its data. */
export function requestRoot(name: string, header: MessageHeader, data: CanonicalXml): CanonicalXml {
  return rootElement(name, SCHEMA_NAMESPACE, { Id: REQUEST_ID, Version: MESSAGE_VERSION }, [
    element('Header', {
      UUID: header.requestUuid,
      SendDateTime: header.sendDateTime,
      SubseqDelivType: header.subsequentDelivery,
    }),
    data,
  ]);
}
