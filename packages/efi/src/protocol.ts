// The fixed words of the authority's protocol: names, namespaces, algorithms and limits, each in
// one place. Nothing here depends on a message; what varies belongs to the register-* modules.

/** Namespace of every element of a request and a response. Protocol §1. */
export const SCHEMA_NAMESPACE = 'https://efi.tax.gov.me/fs/schema';
/** SOAP 1.1 envelope. Protocol §1. */
export const SOAP_NAMESPACE = 'http://schemas.xmlsoap.org/soap/envelope/';
/** XML Signature. Protocol §9. */
export const SIGNATURE_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#';

/** The only canonicalization the authority accepts; any other is refused with 27. Protocol §9. */
export const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
/** First of the two transforms. Protocol §9. */
export const ENVELOPED_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
/** The only signature method the authority accepts; any other is refused with 26. Protocol §9. */
export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
/** The only digest method the authority accepts; any other is refused with 28. Protocol §9. */
export const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

/** Value of the root's `Id` attribute, to which the signature refers. Protocol §2. */
export const REQUEST_ID = 'Request';
/** Value of the root's `Id` attribute in a reply. Protocol §2. */
export const RESPONSE_ID = 'Response';
/** Value of the root's `Version` attribute. Protocol §2. */
export const MESSAGE_VERSION = '1';

/**
 * Largest message in bytes, envelope included; a larger one is refused with 1. Protocol §1 says
 * 150 kB and not which kB, so the smaller is kept.
 */
export const MESSAGE_BYTES_MAX = 150_000;

/**
 * Largest certificate in bytes of DER that is taken from a company. Certificates for fiscalization
 * have about 2 kB; what is accepted must be sure to fit into a message with its certificate.
 */
export const CERTIFICATE_BYTES_MAX = 4096;

/**
 * The tax administration's own number, in the subject of the certificates it signs with. Protocol
 * §9.
 */
export const AUTHORITY_TIN = '11044760';

/** What one call to the authority is named: on the wire, and in its reply. Protocol §1, §3–5. */
export interface Operation {
  /** SOAPAction of the call, without the quotes of the header. */
  readonly soapAction: string;
  /** Local name of the reply's root element. */
  readonly response: string;
  /** Local name of the reply's child that holds the code we asked for. */
  readonly identifier: 'FIC' | 'FCDC' | 'TCRCode';
  /** What that code must look like: anything else is not a reply. */
  readonly identifierPattern: RegExp;
}

/** A UUID as the authority writes it; upper and lower case are the same. Protocol §2.1. */
export const UUID_PATTERN =
  /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** A code that the authority gives out: business unit, cash register, operator … Protocol §2.1. */
const REGISTRATION_CODE_PATTERN = /^[a-z]{2}[0-9]{3}[a-z]{2}[0-9]{3}$/;

/** Registers an invoice; the reply carries its FIC. Protocol §5. */
export const REGISTER_INVOICE: Operation = {
  soapAction: 'https://efi.tax.gov.me/fs/RegisterInvoice',
  response: 'RegisterInvoiceResponse',
  identifier: 'FIC',
  identifierPattern: UUID_PATTERN,
};

/** Registers a cash register; the reply carries its code. Protocol §3. */
export const REGISTER_TCR: Operation = {
  soapAction: 'https://efi.tax.gov.me/fs/RegisterTCR',
  response: 'RegisterTCRResponse',
  identifier: 'TCRCode',
  identifierPattern: REGISTRATION_CODE_PATTERN,
};

/** Registers a deposit or a withdrawal of cash; the reply carries its FCDC. Protocol §4. */
export const REGISTER_CASH_DEPOSIT: Operation = {
  soapAction: 'https://efi.tax.gov.me/fs/RegisterCashDeposit',
  response: 'RegisterCashDepositResponse',
  identifier: 'FCDC',
  identifierPattern: UUID_PATTERN,
};
