// A request after the schema has passed it, as plain data: the XML library's nodes are handles into
// its memory and must not outlive the document.

import { XmlElement } from 'libxml2-wasm';
import { parseAmount } from '../decimal.ts';
import type { Amount } from '../decimal.ts';

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

/** The attribute's text, or null. */
export function optionalText(tree: XmlTree, name: string): string | null {
  return tree.attributes.get(name) ?? null;
}

/** The attribute's text. @throws MessageShapeError if it is absent. */
export function text(tree: XmlTree, name: string): string {
  const value = tree.attributes.get(name);
  if (value === undefined) throw new MessageShapeError(`${tree.name} has no attribute ${name}.`);
  return value;
}

/** The attribute as an exact amount. @throws MessageShapeError if it is absent. */
export function amount(tree: XmlTree, name: string): Amount {
  return parseAmount(text(tree, name));
}

/** The attribute as an exact amount, or null. */
export function optionalAmount(tree: XmlTree, name: string): Amount | null {
  const value = tree.attributes.get(name);
  return value === undefined ? null : parseAmount(value);
}

/** The attribute as an XSD boolean, or null. */
export function optionalBoolean(tree: XmlTree, name: string): boolean | null {
  const value = tree.attributes.get(name)?.trim();
  return value === undefined ? null : value === 'true' || value === '1';
}

/** The child element of that name, or null. */
export function optionalChild(tree: XmlTree, name: string): XmlTree | null {
  return tree.children.find((child) => child.name === name) ?? null;
}

/** The child element of that name. @throws MessageShapeError if it is absent. */
export function child(tree: XmlTree, name: string): XmlTree {
  const found = optionalChild(tree, name);
  if (!found) throw new MessageShapeError(`${tree.name} has no element ${name}.`);
  return found;
}

/** The elements of a list such as `Items`; null if the list itself is absent. */
export function optionalList(tree: XmlTree, name: string): readonly XmlTree[] | null {
  return optionalChild(tree, name)?.children ?? null;
}
