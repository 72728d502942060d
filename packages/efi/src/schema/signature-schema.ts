// Declared table: the XML Signature of a request as protocol §9 fixes it. Narrower than W3C's schema
// on purpose: the authority refuses every other algorithm, transform and kind of key information
// (codes 25 to 28 and 32), so a message that would be refused does not leave the house.
import {
  ENVELOPED_SIGNATURE,
  EXCLUSIVE_C14N,
  REQUEST_ID,
  RSA_SHA256,
  SHA256,
  SIGNATURE_NAMESPACE,
} from '../protocol.ts';

function algorithm(type: string, uri: string): string {
  return `
  <xs:complexType name="${type}">
    <xs:attribute name="Algorithm" type="xs:string" fixed="${uri}" use="required"/>
  </xs:complexType>`;
}

/** The schema of `Signature`, as text. */
export const SIGNATURE_SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns="${SIGNATURE_NAMESPACE}" targetNamespace="${SIGNATURE_NAMESPACE}"
    elementFormDefault="qualified">
  <xs:element name="Signature">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="SignedInfo" type="SignedInfo"/>
        <xs:element name="SignatureValue" type="Bytes256"/>
        <xs:element name="KeyInfo" type="KeyInfo"/>
      </xs:sequence>
    </xs:complexType>
  </xs:element>
  <xs:complexType name="SignedInfo">
    <xs:sequence>
      <xs:element name="CanonicalizationMethod" type="ExclusiveC14n"/>
      <xs:element name="SignatureMethod" type="RsaSha256"/>
      <xs:element name="Reference" type="Reference"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="Reference">
    <xs:sequence>
      <xs:element name="Transforms" type="Transforms"/>
      <xs:element name="DigestMethod" type="Sha256"/>
      <xs:element name="DigestValue" type="Bytes32"/>
    </xs:sequence>
    <xs:attribute name="URI" type="xs:string" fixed="#${REQUEST_ID}" use="required"/>
  </xs:complexType>
  <xs:complexType name="Transforms">
    <xs:sequence>
      <xs:element name="Transform" type="AnyTransform" minOccurs="2" maxOccurs="2"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="AnyTransform">
    <xs:attribute name="Algorithm" use="required">
      <xs:simpleType>
        <xs:restriction base="xs:string">
          <xs:enumeration value="${ENVELOPED_SIGNATURE}"/>
          <xs:enumeration value="${EXCLUSIVE_C14N}"/>
        </xs:restriction>
      </xs:simpleType>
    </xs:attribute>
  </xs:complexType>
  <xs:complexType name="KeyInfo">
    <xs:sequence>
      <xs:element name="X509Data">
        <xs:complexType>
          <xs:sequence>
            <xs:element name="X509Certificate" type="xs:base64Binary"/>
          </xs:sequence>
        </xs:complexType>
      </xs:element>
    </xs:sequence>
  </xs:complexType>
  <xs:simpleType name="Bytes32">
    <xs:restriction base="xs:base64Binary"><xs:length value="32"/></xs:restriction>
  </xs:simpleType>
  <xs:simpleType name="Bytes256">
    <xs:restriction base="xs:base64Binary"><xs:length value="256"/></xs:restriction>
  </xs:simpleType>
  ${algorithm('ExclusiveC14n', EXCLUSIVE_C14N)}
  ${algorithm('RsaSha256', RSA_SHA256)}
  ${algorithm('Sha256', SHA256)}
</xs:schema>`;
