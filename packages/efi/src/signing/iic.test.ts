import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { computeIic, iicInput, iicOfSignature } from './iic.ts';
import { hasReferenceData, needsReferenceData, referenceText } from '../testing/reference.ts';

const FIELDS = {
  tin: '12345678',
  issueDateTime: '2019-06-12T17:05:43+02:00',
  ordinal: 9952,
  businessUnitCode: 'bb123bb123',
  tcrCode: 'cc123cc123',
  softwareCode: 'ss123ss123',
  totalPrice: '99.01',
};

// Technical specification v5, 4.3.2.
const PUBLISHED_SIGNATURE =
  'A72977773A579523665C3D4F8DEFF3F301CA726A7960EFF5A6863E4CB6009A752C52652C615049A0B2B650380A12D4CC' +
  '44E7FEB0371FEC42501D95A2F8ACE24A9483EC8AF93219DCC7F58C1E62497B412922B5CAE83A0F914427A769EE550C65' +
  '10C43DE1FFBF13C911DBADCE66DAC6065B98352276F0B19260457887C20EB351932377B749B4CC0338100D9CB6A202A1' +
  'EE9BC77B1E584FD9692C26102F603C7ED920E3ABF22DAF4C1D170E954B1D320709E26A429C3B8D45208B7C5CBF5BA1C5' +
  '1713E888ACA00BC60C00BA18E7B1434A196F9F09CBD28B68F4FD1F56EA197B59AF77D6B8459C1CBCAA367089BCC8CEFA' +
  'E3926DA8183DD822D371230411F4CFFD';
const PUBLISHED_IIC = 'E4033D471FEEA47A3C664B15C669C709';

describe('the IIC', () => {
  test('is made from the seven values in the published order', () => {
    expect(iicInput(FIELDS)).toBe(
      '12345678|2019-06-12T17:05:43+02:00|9952|bb123bb123|cc123cc123|ss123ss123|99.01',
    );
  });

  test('is the MD5 of the raw signature bytes, as in the published example', () => {
    expect(iicOfSignature(Buffer.from(PUBLISHED_SIGNATURE, 'hex'))).toBe(PUBLISHED_IIC);
  });

  test('is not the MD5 of the signature in hexadecimal, the usual mistake', () => {
    expect(iicOfSignature(Buffer.from(PUBLISHED_SIGNATURE))).toMatch(/^0A4CB357/);
  });

  test('and its signature are upper-case, 32 and 512 long, and verify with the public key', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { iic, iicSignature } = computeIic(FIELDS, privateKey);
    expect(iic).toMatch(/^[0-9A-F]{32}$/);
    expect(iicSignature).toMatch(/^[0-9A-F]{512}$/);
    const signature = Buffer.from(iicSignature, 'hex');
    expect(verify('sha256', Buffer.from(iicInput(FIELDS)), publicKey, signature)).toBe(true);
    expect(iic).toBe(iicOfSignature(signature));
  });

  test('is the same whenever it is made from the same values: it can be re-created', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    expect(computeIic(FIELDS, privateKey)).toEqual(computeIic(FIELDS, privateKey));
  });
});

const suite = hasReferenceData ? describe : describe.skip;
suite(needsReferenceData('the published IIC example'), () => {
  test('verifies with the published public key over our input', () => {
    const publicKey = createPublicKey(
      referenceText('samples/published-iic-example-public-key.pem'),
    );
    const signature = Buffer.from(PUBLISHED_SIGNATURE, 'hex');
    expect(verify('sha256', Buffer.from(iicInput(FIELDS)), publicKey, signature)).toBe(true);
  });
});
