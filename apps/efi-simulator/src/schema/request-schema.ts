// Step "XSD" of the checks: our own schema, or the authority's file where one is named. The first
// problem becomes the text of code 11, in the words of the live service where they are known.

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  XmlBufferInputProvider,
  XmlDocument,
  XmlValidateError,
  XsdValidator,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';
import type { XmlElement } from 'libxml2-wasm';

/** Namespace of the three requests and their responses. Protocol §1. */
export const FISCAL_NAMESPACE = 'https://efi.tax.gov.me/fs/schema';

/** Namespace of XML signatures. */
export const SIGNATURE_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#';

export interface RequestSchema {
  /** What is wrong with the element inside the SOAP body; null if it is valid. */
  problemOf: (request: XmlElement) => string | null;
}

/** Beside src and dist, so that it is there whether the source runs or what was compiled of it. */
const OWN_SCHEMA = fileURLToPath(new URL('../../schema/requests.xsd', import.meta.url));

/** What a schema may import or include: files that were read before. */
const imports = new XmlBufferInputProvider({});
/** The compiled ones; they live as long as the process. */
const schemas = new Map<string, RequestSchema>();

function compile(file: string): XsdValidator {
  // Registered once and never taken back: the library can only forget all providers of all users.
  if (schemas.size === 0) xmlRegisterInputProvider(imports);
  const bytes = readFileSync(file);
  for (const [, location = ''] of bytes.toString('utf8').matchAll(/schemaLocation="([^"]+)"/g)) {
    const path = resolve(dirname(file), location);
    imports.addBuffer(path, readFileSync(path));
  }
  const document = XmlDocument.fromBuffer(bytes, { url: resolve(file) });
  try {
    return XsdValidator.fromDoc(document);
  } finally {
    document.dispose();
  }
}

/**
 * Words of the live service for the two commonest schema problems (protocol §6); every other
 * problem keeps the words of the XML library.
 */
function inWordsOfTheService(problem: string): string {
  const missing = /Element '(?:\{[^}]*\})?(\w+)': The attribute '(\w+)' is required/.exec(problem);
  if (missing)
    return `Attribute '${missing[2] ?? ''}' must appear on element '${missing[1] ?? ''}'.`;
  const incomplete = /Element '(?:\{[^}]*\})?(\w+)': Missing child element\(s\)/.exec(problem);
  if (incomplete) return `The content of element '${incomplete[1] ?? ''}' is not complete.`;
  return problem.replaceAll(/\{[^}]*\}/g, '').trim();
}

function schemaFrom(validator: XsdValidator): RequestSchema {
  return {
    problemOf: (request) => {
      try {
        validator.validate(request);
        return null;
      } catch (error) {
        if (!(error instanceof XmlValidateError)) throw error;
        const first = error.details[0]?.message ?? error.message;
        return inWordsOfTheService(first);
      }
    },
  };
}

/**
 * Compiles the schema of the three requests.
 * @param file the authority's XSD, with the schema of signatures beside it, in place of our own.
 */
export function loadRequestSchema(file = OWN_SCHEMA): RequestSchema {
  const schema = schemas.get(file) ?? schemaFrom(compile(file));
  schemas.set(file, schema);
  return schema;
}
