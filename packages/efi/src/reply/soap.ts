// The SOAP 1.1 envelope off the authority's replies. Protocol §1, §2, §7.
// Names are matched by namespace, never by prefix: `SOAP-ENV:` and `env:` are both in use.
import type { XmlElement } from 'libxml2-wasm';
import { sentence } from '@fiscal/domain';
import { SOAP_NAMESPACE } from '../protocol.ts';
import { childElements, isElement, readXml, UnreadableXmlError } from './xml-reader.ts';

/** A Fault as it came. It is not signed. Protocol §7. */
export interface SoapFault {
  /** Local part of `faultcode` in upper case: `CLIENT` or `SERVER`. */
  faultCode: string;
  /** The authority's own words. */
  message: string;
  /** The authority's number; null if the fault has none. */
  code: number | null;
  /** UUID of the request that is refused; missing when the authority could not read it. */
  requestUuid: string | null;
  responseUuid: string | null;
}

/**
 * Opens a reply's envelope: gives its Fault, or the one element in its Body, to the function for
 * it, which may keep nothing of the tree. Throws `UnreadableXmlError` if it is no SOAP reply.
 */
export function readEnvelope<Result>(
  text: string,
  readers: { fault: (fault: SoapFault) => Result; message: (root: XmlElement) => Result },
): Result {
  return readXml(text, (envelope) => {
    if (!isElement(envelope, SOAP_NAMESPACE, 'Envelope')) {
      throw new UnreadableXmlError(sentence('xmlNoEnvelope', { name: envelope.name }));
    }
    const bodies = childElements(envelope).filter((child) =>
      isElement(child, SOAP_NAMESPACE, 'Body'),
    );
    const [payload, ...others] = bodies.flatMap(childElements);
    if (bodies.length !== 1 || payload === undefined || others.length > 0) {
      throw new UnreadableXmlError(sentence('xmlMessages'));
    }
    return isElement(payload, SOAP_NAMESPACE, 'Fault')
      ? readers.fault(readFault(payload))
      : readers.message(payload);
  });
}

function readFault(fault: XmlElement): SoapFault {
  const parts = childElements(fault);
  const details = parts.filter((part) => part.name === 'detail').flatMap(childElements);
  const code = contentOf(details, 'code');
  return {
    faultCode: (contentOf(parts, 'faultcode') ?? '').replace(/^.*:/, '').toUpperCase(),
    message: contentOf(parts, 'faultstring') ?? '',
    code: code !== null && /^[0-9]{1,3}$/.test(code) ? Number(code) : null,
    requestUuid: contentOf(details, 'requestuuid'),
    responseUuid: contentOf(details, 'responseuuid'),
  };
}

/** The specification's table spells `Code`, its example and the live service `code`. */
function contentOf(elements: readonly XmlElement[], lowerCaseName: string): string | null {
  const found = elements.find((element) => element.name.toLowerCase() === lowerCaseName);
  const content = found?.content.trim() ?? '';
  return content === '' ? null : content;
}
