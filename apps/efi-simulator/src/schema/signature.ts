// The schema of an XML signature as W3C's recommendation describes it, as far as a message may hold
// one. It is lax where the signature checks have a code of their own: a KeyValue beside the
// certificate must reach code 32 and not end in code 11.

import { SIGNATURE_NAMESPACE } from './requests.ts';

const ALGORITHM = '<xs:attribute name="Algorithm" type="xs:anyURI" use="required"/>';
const ID = '<xs:attribute name="Id" type="xs:ID"/>';
const ANYTHING_ELSE =
  '<xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>';

function element(name: string, type: string): string {
  return `<xs:element name="${name}" type="${type}"/>`;
}

function key(name: string, parts: readonly string[]): string {
  const content = parts.map((part) => element(part, 'xs:base64Binary')).join('');
  return `<xs:element name="${name}"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;
}

/** The schema of signatures as XSD text; the schema of the requests imports it. */
export const SIGNATURE_SCHEMA = `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:ds="${SIGNATURE_NAMESPACE}"
  targetNamespace="${SIGNATURE_NAMESPACE}" elementFormDefault="qualified">
<xs:element name="Signature"><xs:complexType><xs:sequence>
  <xs:element ref="ds:SignedInfo"/><xs:element ref="ds:SignatureValue"/>
  <xs:element ref="ds:KeyInfo" minOccurs="0"/>
  <xs:element ref="ds:Object" minOccurs="0" maxOccurs="unbounded"/>
</xs:sequence>${ID}</xs:complexType></xs:element>
<xs:element name="SignatureValue"><xs:complexType><xs:simpleContent>
  <xs:extension base="xs:base64Binary">${ID}</xs:extension>
</xs:simpleContent></xs:complexType></xs:element>
<xs:element name="SignedInfo"><xs:complexType><xs:sequence>
  <xs:element ref="ds:CanonicalizationMethod"/><xs:element ref="ds:SignatureMethod"/>
  <xs:element ref="ds:Reference" maxOccurs="unbounded"/>
</xs:sequence>${ID}</xs:complexType></xs:element>
<xs:element name="CanonicalizationMethod"><xs:complexType mixed="true"><xs:sequence>
  <xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded"/>
</xs:sequence>${ALGORITHM}</xs:complexType></xs:element>
<xs:element name="SignatureMethod"><xs:complexType mixed="true"><xs:sequence>
  <xs:element name="HMACOutputLength" type="xs:integer" minOccurs="0"/>
  <xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded"/>
</xs:sequence>${ALGORITHM}</xs:complexType></xs:element>
<xs:element name="Reference"><xs:complexType><xs:sequence>
  <xs:element ref="ds:Transforms" minOccurs="0"/>
  <xs:element ref="ds:DigestMethod"/><xs:element ref="ds:DigestValue"/>
</xs:sequence>${ID}
  <xs:attribute name="URI" type="xs:anyURI"/><xs:attribute name="Type" type="xs:anyURI"/>
</xs:complexType></xs:element>
<xs:element name="Transforms"><xs:complexType><xs:sequence>
  <xs:element ref="ds:Transform" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType></xs:element>
<xs:element name="Transform"><xs:complexType mixed="true">
  <xs:choice minOccurs="0" maxOccurs="unbounded">
    <xs:any namespace="##other" processContents="lax"/>${element('XPath', 'xs:string')}
  </xs:choice>${ALGORITHM}
</xs:complexType></xs:element>
<xs:element name="DigestMethod"><xs:complexType mixed="true"><xs:sequence>
  ${ANYTHING_ELSE}
</xs:sequence>${ALGORITHM}</xs:complexType></xs:element>
${element('DigestValue', 'xs:base64Binary')}
<xs:element name="KeyInfo"><xs:complexType mixed="true"><xs:choice maxOccurs="unbounded">
  <xs:element ref="ds:KeyName"/><xs:element ref="ds:KeyValue"/><xs:element ref="ds:RetrievalMethod"/>
  <xs:element ref="ds:X509Data"/><xs:element ref="ds:PGPData"/><xs:element ref="ds:SPKIData"/>
  <xs:element ref="ds:MgmtData"/><xs:any namespace="##other" processContents="lax"/>
</xs:choice>${ID}</xs:complexType></xs:element>
${element('KeyName', 'xs:string')}
${element('MgmtData', 'xs:string')}
<xs:element name="KeyValue"><xs:complexType mixed="true"><xs:choice>
  <xs:element ref="ds:DSAKeyValue"/><xs:element ref="ds:RSAKeyValue"/>
  <xs:any namespace="##other" processContents="lax"/>
</xs:choice></xs:complexType></xs:element>
${key('RSAKeyValue', ['Modulus', 'Exponent'])}
${key('DSAKeyValue', ['P', 'Q', 'G', 'Y'])}
<xs:element name="RetrievalMethod"><xs:complexType><xs:sequence>
  <xs:element ref="ds:Transforms" minOccurs="0"/>
</xs:sequence><xs:attribute name="URI" type="xs:anyURI"/><xs:attribute name="Type" type="xs:anyURI"/>
</xs:complexType></xs:element>
<xs:element name="X509Data"><xs:complexType><xs:choice maxOccurs="unbounded">
  ${element('X509IssuerSerial', 'ds:X509IssuerSerialType')}${element('X509SKI', 'xs:base64Binary')}
  ${element('X509SubjectName', 'xs:string')}${element('X509Certificate', 'xs:base64Binary')}
  ${element('X509CRL', 'xs:base64Binary')}<xs:any namespace="##other" processContents="lax"/>
</xs:choice></xs:complexType></xs:element>
<xs:complexType name="X509IssuerSerialType"><xs:sequence>
  ${element('X509IssuerName', 'xs:string')}${element('X509SerialNumber', 'xs:integer')}
</xs:sequence></xs:complexType>
<xs:element name="PGPData"><xs:complexType><xs:sequence>
  <xs:element name="PGPKeyID" type="xs:base64Binary" minOccurs="0"/>
  <xs:element name="PGPKeyPacket" type="xs:base64Binary" minOccurs="0"/>${ANYTHING_ELSE}
</xs:sequence></xs:complexType></xs:element>
<xs:element name="SPKIData"><xs:complexType><xs:sequence maxOccurs="unbounded">
  ${element('SPKISexp', 'xs:base64Binary')}<xs:any namespace="##other" processContents="lax" minOccurs="0"/>
</xs:sequence></xs:complexType></xs:element>
<xs:element name="Object"><xs:complexType mixed="true">
  <xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:any processContents="lax"/></xs:sequence>
  ${ID}<xs:attribute name="MimeType" type="xs:string"/><xs:attribute name="Encoding" type="xs:anyURI"/>
</xs:complexType></xs:element>
</xs:schema>`;
