// RegisterTCRRequest: makes a cash register known to the authority. Protocol §3.
import { requestRoot } from './request-root.ts';
import type { MessageHeader } from './request-root.ts';
import { identifierText } from './text.ts';
import type { TextEncoding } from './text.ts';
import { element } from './xml-writer.ts';
import type { CanonicalXml } from './xml-writer.ts';

/** A cash register to be registered. The same issuer, unit and own number again is an update. */
export interface TcrMessage extends Omit<MessageHeader, 'subsequentDelivery'> {
  issuerTin: string;
  businessUnitCode: string;
  /** The company's own number of the cash register; the message carries its first 50 characters. */
  internalId: string;
  softwareCode: string;
  maintainerCode: string;
  /** First day of use, `YYYY-MM-DD`, not in the past; null leaves it to the authority. */
  validFrom: string | null;
  /** Last day of use, `YYYY-MM-DD`; null while the end is not known. */
  validTo: string | null;
  type: 'REGULAR' | 'VENDING';
  textEncoding: TextEncoding;
}

/** The unsigned request in canonical form, ready for `signRequest`. */
export function registerTcrRequest(message: TcrMessage): CanonicalXml {
  return requestRoot(
    'RegisterTCRRequest',
    { ...message, subsequentDelivery: null },
    element('TCR', {
      IssuerTIN: message.issuerTin,
      BusinUnitCode: message.businessUnitCode,
      TCRIntID: identifierText(message.internalId, 50, message.textEncoding),
      SoftCode: message.softwareCode,
      MaintainerCode: message.maintainerCode,
      ValidFrom: message.validFrom,
      ValidTo: message.validTo,
      Type: message.type,
    }),
  );
}
