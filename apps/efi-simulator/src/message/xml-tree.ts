// A request after the schema has passed it, as plain data: the XML library's nodes are handles into
// its memory and must not outlive the document.

import { XmlElement } from 'libxml2-wasm';
import { parseAmount } from './decimal.ts';
import type { Amount } from './decimal.ts';

/** One element with its attributes without a prefix and its child elements. */
export interface XmlTree {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlTree[];
}

/** A message lacks what the schema demands: the schema in use is not the one this code knows. */
class MessageShapeError extends Error {
  readonly code = 'MESSAGE_SHAPE';
  override readonly name = 'MessageShapeError';
}

/** Child elements of a node of the XML library, in order. */
export function childElements(parent: XmlElement): XmlElement[] {
  const children: XmlElement[] = [];
  for (let node = parent.firstChild; node; node = node.next) {
    if (node instanceof XmlElement) children.push(node);
  }
  return children;
}

/** Copies an element and everything below it. */
export function toTree(element: XmlElement): XmlTree {
  const attributes = new Map<string, string>();
  for (const attribute of element.attrs) {
    if (attribute.prefix === '') attributes.set(attribute.name, attribute.value);
  }
  return { name: element.name, attributes, children: childElements(element).map(toTree) };
}

/**
 * Reads what an element holds under a name: an attribute or a child element.
 * @throws MessageShapeError if it is absent.
 */
export type Reader<Value> = (tree: XmlTree, name: string) => Value;

export function text(tree: XmlTree, name: string): string {
  const value = tree.attributes.get(name);
  if (value === undefined) throw new MessageShapeError(`${tree.name} has no attribute ${name}.`);
  return value;
}

/** The text of an attribute in capitals: hexadecimal codes are compared so. */
export function capitals(tree: XmlTree, name: string): string {
  return text(tree, name).toUpperCase();
}

/** An attribute as an exact amount. */
export function amount(tree: XmlTree, name: string): Amount {
  return parseAmount(text(tree, name));
}

/** An attribute as an XSD boolean. */
export function flag(tree: XmlTree, name: string): boolean {
  return ['true', '1'].includes(text(tree, name).trim());
}

function childOf(tree: XmlTree, name: string): XmlTree | undefined {
  return tree.children.find((child) => child.name === name);
}

export function child<Value>(read: (tree: XmlTree) => Value): Reader<Value> {
  return (tree, name) => {
    const found = childOf(tree, name);
    if (!found) throw new MessageShapeError(`${tree.name} has no element ${name}.`);
    return read(found);
  };
}

/** The elements of a list such as `Items`. */
export function list<Value>(read: (tree: XmlTree) => Value): Reader<readonly Value[]> {
  return child(({ children }) => children.map(read));
}

/** Null where neither an attribute nor a child element has the name. */
export function optional<Value>(read: Reader<Value>): Reader<Value | null> {
  return (tree, name) =>
    tree.attributes.has(name) || childOf(tree, name) ? read(tree, name) : null;
}

type Fields = Readonly<Record<string, readonly [name: string, read: Reader<unknown>]>>;

/** What reads an element as an object: by field, the name in the XSD and how it is read. */
export function shape<const Of extends Fields>(
  fields: Of,
): (tree: XmlTree) => { readonly [Field in keyof Of]: ReturnType<Of[Field][1]> } {
  return (tree) => {
    const values = Object.entries(fields).map(([field, [name, read]]) => [field, read(tree, name)]);
    return Object.fromEntries(values) as { [Field in keyof Of]: ReturnType<Of[Field][1]> };
  };
}
