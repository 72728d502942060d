// Which text of the panel stands for a sentence of the API about a field.

/** Sentences of the API, and the texts that stand for them; a group in brackets is the limit. */
const SENTENCES = [
  [/^is required$|^must not be empty$/, 'required'],
  [/^must have at most (\d+) characters?$/, 'tooLong'],
  [/^must have at most (\d+) characters after transliteration$/, 'tooLongWritten'],
  [/^must have at least (\d+) characters?$/, 'tooShort'],
  [/^must be at most (\S+)$/, 'tooMuch'],
  [/^must be at least (\S+)$/, 'tooLittle'],
  [/^must not contain control characters$/, 'control'],
  [/^must have 8 or 13 digits$/, 'tin'],
  [/^must be a country/, 'country'],
  [/^must be two small letters and three digits/, 'registrationCode'],
  [/^must be a picture of at most/, 'pictureSize'],
  [/^must be a PNG|^The picture can not be used/, 'picture'],
  [/^Only an operator .* TIN|^The TIN stands on invoices/, 'tinFixed'],
  [/^must be 0 or more/, 'amount'],
  [/^must be an e-mail address/, 'email'],
  [/^must be the six digits/, 'appCode'],
  [/^must be an integer$/, 'wholeNumber'],
  [/^must be a number$/, 'number'],
  [/^must be one of |^must be the id of|^cashRegisterId must be/, 'choice'],
  [/^must be an ISO 8601|^must be a day like/, 'instant'],
  [/^must lie in the future$/, 'future'],
  [/^must be the file in base64/, 'file'],
  [/^must be a file of at most (\d+ kB)/, 'fileSize'],
  [/^must be written as on the invoice/, 'issueTime'],
  [/^must have two decimals/, 'total'],
  [/^must be an IIC/, 'iic'],
  [/^The (?:invoice|receipt) is not of this company/, 'otherCompany'],
  [/^must be the link of a QR code/, 'receiptLink'],
  [/^The receipt is of the TCR code (\w+)/, 'receiptOfOther'],
  [/^The receipt is not of (\d+)/, 'receiptOfYear'],
  [/^The tax authority does not know this receipt/, 'receiptUnknown'],
  [/^No certificate of the company .* receipt/, 'receiptUnsigned'],
  [/^Owners and accountants belong to/, 'rolePlace'],
  [/^Another active operator has this name/, 'operatorTaken'],
  [/^must be a name and a code/, 'operatorLine'],
] as const;

/** The text for a sentence of the API, and the limit in it; `other` where it is none of them. */
export function fieldText(sentence: string) {
  for (const [pattern, name] of SENTENCES) {
    const match = pattern.exec(sentence);
    if (match) return { name, limit: match[1] };
  }
  return { name: 'other' as const, limit: undefined };
}
