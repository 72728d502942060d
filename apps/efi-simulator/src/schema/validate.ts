// Step "XSD" of the checks: our own schema, or the authority's file where one is named. The first
// problem becomes the text of code 11, in the words of the live service where they are known.

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  XmlBufferInputProvider,
  XmlDocument,
  XmlValidateError,
  XsdValidator,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';
import type { XmlElement } from 'libxml2-wasm';
import { REQUESTS_SCHEMA, SIGNATURE_SCHEMA_FILE } from './requests.ts';
import { SIGNATURE_SCHEMA } from './signature.ts';

/** The schema could not be read or compiled. */
export class SchemaUnusableError extends Error {
  readonly code = 'SCHEMA_UNUSABLE';
  override readonly name = 'SchemaUnusableError';
}

/** A compiled schema. */
export interface RequestSchema {
  /** What is wrong with the element inside the SOAP body; null if it is valid. */
  problemOf: (request: XmlElement) => string | null;
}

/** What an import of a schema may read: our own text and files named by EFI_SIMULATOR_SCHEMA. */
const imports = new XmlBufferInputProvider({
  [SIGNATURE_SCHEMA_FILE]: Buffer.from(SIGNATURE_SCHEMA),
});
let areImportsRegistered = false;

function compile(text: Uint8Array, url: string): XsdValidator {
  if (!areImportsRegistered) {
    // Registered once and never taken back: the library can only forget all providers of all users.
    areImportsRegistered = xmlRegisterInputProvider(imports);
  }
  let document: XmlDocument | null = null;
  try {
    document = XmlDocument.fromBuffer(text, { url });
    return XsdValidator.fromDoc(document);
  } catch (cause) {
    throw new SchemaUnusableError(`The schema ${url} cannot be used.`, { cause });
  } finally {
    document?.dispose();
  }
}

function compileFile(file: string): XsdValidator {
  const text = readFileSync(file);
  for (const [, location] of text.toString('utf8').matchAll(/schemaLocation="([^"]+)"/g)) {
    if (location === undefined) continue;
    const path = resolve(dirname(file), location);
    imports.addBuffer(path, readFileSync(path));
  }
  return compile(text, resolve(file));
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

let ownSchema: RequestSchema | null = null;

/**
 * Compiles the schema of the three requests; it lives as long as the process.
 * @param file the authority's XSD, with the schema of signatures beside it; null for our own.
 * @throws SchemaUnusableError if the file is no schema that can be compiled.
 */
export function loadRequestSchema(file: string | null): RequestSchema {
  if (file !== null) return schemaFrom(compileFile(file));
  ownSchema ??= schemaFrom(compile(Buffer.from(REQUESTS_SCHEMA), 'efi-simulator-requests.xsd'));
  return ownSchema;
}
