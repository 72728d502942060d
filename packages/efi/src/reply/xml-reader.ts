// Reads XML that came from outside. One parser for everything that is decided about a reply, so
// that what was verified and what is read can never be two different documents.
import { ParseOption, XmlDocument, XmlElement, XmlLibError, XmlXPath } from 'libxml2-wasm';
import { sentence } from '@fiscal/domain';

/** The text is not an XML document that we are willing to read. */
export class UnreadableXmlError extends Error {
  override readonly name = 'UnreadableXmlError';
  readonly code = 'XML_UNREADABLE';
}

/**
 * Parses `text`, calls `read` with its root, and frees the document afterwards: nothing of the tree
 * may be kept. Throws `UnreadableXmlError`, also for a DOCTYPE: no entity can be declared.
 */
export function readXml<Result>(text: string, read: (root: XmlElement) => Result): Result {
  if (text.includes('<!DOCTYPE')) {
    throw new UnreadableXmlError(sentence('xmlDoctype'));
  }
  const document = parse(text);
  try {
    return read(document.root);
  } finally {
    document.dispose();
  }
}

function parse(text: string): XmlDocument {
  try {
    // Node writes bytes from text faster than the library does.
    return XmlDocument.fromBuffer(Buffer.from(text), { option: ParseOption.XML_PARSE_NO_XXE });
  } catch (cause) {
    if (cause instanceof XmlLibError) {
      throw new UnreadableXmlError(sentence('xmlBroken', { words: cause.message.trim() }), {
        cause,
      });
    }
    throw cause;
  }
}

const CHILD_ELEMENTS = XmlXPath.compile('*');

/** The children that are elements, in document order. */
export function childElements(parent: XmlElement): XmlElement[] {
  // Not by stepping from node to node: the library throws at a processing instruction.
  return parent.find(CHILD_ELEMENTS).filter((node) => node instanceof XmlElement);
}

/** True if the element has this name in this namespace, whatever its prefix. */
export function isElement(element: XmlElement, namespace: string, name: string): boolean {
  return element.name === name && element.namespaceUri === namespace;
}

/** Value of an attribute without a namespace; null if there is none. */
export function attributeOf(element: XmlElement, name: string): string | null {
  return element.attr(name)?.value ?? null;
}
