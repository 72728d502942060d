// A password is text, a key is derived from bytes, and programs differ in which bytes those are.
// For a password in ASCII all of this comes to one form.

/** The bytes that one program makes of a password. */
export interface PasswordForm {
  /** For the key derivation of PKCS#12 itself: RC2, 3DES and the checksum (RFC 7292, B.1). */
  pkcs12: Buffer;
  /** For PBKDF2: AES, and the checksum named PBMAC1 (RFC 9879, 6). */
  pbkdf2: Buffer;
}

/**
 * What the password may have become in the file, the likeliest form first. The spelling is tried as
 * typed, composed (NFC) and decomposed (NFD): keyboards and systems differ, and a person who types
 * `š` cannot see which it is.
 */
export function passwordForms(password: string): PasswordForm[] {
  const spellings = [password, password.normalize('NFC'), password.normalize('NFD')];
  const forms = [...new Set(spellings)].flatMap((spelling) => {
    const utf8 = Buffer.from(spelling, 'utf8');
    return [
      { pkcs12: bmpString(spelling), pbkdf2: utf8 },
      // OpenSSL before 1.1, and callers that give node-forge UTF-8, take each byte for a letter.
      { pkcs12: bmpString(utf8.toString('latin1')), pbkdf2: utf8 },
      { pkcs12: bmpString(spelling), pbkdf2: forgeBytes(spelling) },
    ];
  });
  // Where there is no password, some programs write no bytes at all, not even the closing zero.
  if (password === '') {
    forms.push({ pkcs12: Buffer.alloc(0), pbkdf2: Buffer.alloc(0) });
  }
  return forms.filter((form, index) => forms.findIndex((other) => areEqual(form, other)) === index);
}

/**
 * UTF-16 with the high byte first, closed by a zero; letters beyond the BMP as their two halves.
 */
function bmpString(text: string): Buffer {
  return Buffer.from(`${text}\0`, 'utf16le').swap16();
}

/**
 * What node-forge gives to PBKDF2, and programs of the web with it: the lower half of each UTF-16
 * unit, mixed (XOR) with the upper half of the next one in the same group of four.
 */
function forgeBytes(text: string): Buffer {
  const upperHalf = (index: number) => (index % 4 === 0 ? 0 : text.charCodeAt(index) >> 8);
  return Buffer.from(
    Array.from(
      { length: text.length },
      (_, index) => text.charCodeAt(index) ^ upperHalf(index + 1),
    ),
  );
}

function areEqual(one: PasswordForm, other: PasswordForm): boolean {
  return one.pkcs12.equals(other.pkcs12) && one.pbkdf2.equals(other.pbkdf2);
}
