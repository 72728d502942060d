// Checks a signed request against our own schema before it is sent.
import { readFileSync } from 'node:fs';
import {
  ParseOption,
  XmlBufferInputProvider,
  XmlDocument,
  XmlLibError,
  xmlRegisterInputProvider,
  XsdValidator,
} from 'libxml2-wasm';
import { isMessageTooLarge, messageBytes } from '../messages/envelope.ts';
import { MESSAGE_BYTES_MAX } from '../protocol.ts';

/** A schema of the package, beside src and dist. */
const schemaFile = (name: string) =>
  readFileSync(new URL(`../../schema/${name}.xsd`, import.meta.url));

// Read when the process starts, which ends where one is missing.
const REQUEST_SCHEMA = schemaFile('request');
const SIGNATURE_SCHEMA = schemaFile('signature');
/** Under which the schema of requests imports the one of their signature. */
const SIGNATURE_SCHEMA_LOCATION = 'memory:///signature.xsd';

let compiled: XsdValidator | undefined;

/** Compiled at the first call, some milliseconds, and kept as long as the process lives. */
function validator(): XsdValidator {
  compiled ??= compileRequestSchema();
  return compiled;
}

function compileRequestSchema(): XsdValidator {
  // The provider stays registered: it serves this one name only.
  xmlRegisterInputProvider(
    new XmlBufferInputProvider({ [SIGNATURE_SCHEMA_LOCATION]: SIGNATURE_SCHEMA }),
  );
  const schema = XmlDocument.fromBuffer(REQUEST_SCHEMA);
  try {
    return XsdValidator.fromDoc(schema);
  } finally {
    schema.dispose();
  }
}

/**
 * What is wrong with a signed request element, one sentence each; empty if it may be sent. A
 * problem here is a fault of ours, or a document larger than the authority takes.
 */
export function validateRequest(signedRequestXml: string): string[] {
  const bytes = messageBytes(signedRequestXml);
  if (isMessageTooLarge(bytes)) {
    return [`The message has ${bytes} bytes; the authority takes ${MESSAGE_BYTES_MAX}.`];
  }
  let document: XmlDocument | undefined;
  try {
    // The bytes that are sent: Node writes them from text faster than the library does.
    const sent = Buffer.from(signedRequestXml);
    document = XmlDocument.fromBuffer(sent, { option: ParseOption.XML_PARSE_NO_XXE });
    validator().validate(document);
    return [];
  } catch (error) {
    if (error instanceof XmlLibError) {
      return problemsOf(error);
    }
    throw error;
  } finally {
    document?.dispose();
  }
}

function problemsOf(error: XmlLibError): string[] {
  const problems = error.details.map((detail) => detail.message.trim());
  return problems.length > 0 ? problems : [error.message.trim()];
}
