import { describe, expect, test } from '@jest/globals';
import { prettyXml, textOfLines } from './pretty-xml.ts';
import { cutXml } from './xml-tokens.ts';

function pretty(xml: string): string | null {
  const lines = prettyXml(xml);
  return lines && textOfLines(lines);
}

describe('a message laid out for reading', () => {
  test('has one element a line, indented by its depth', () => {
    expect(pretty('<a><b><c x="1"/></b><d>words</d></a>')).toBe(
      ['<a>', '  <b>', '    <c x="1"/>', '  </b>', '  <d>words</d>', '</a>'].join('\n'),
    );
  });

  test('writes a long tag with one attribute a line', () => {
    const long = `<Item C="${'4'.repeat(40)}" N="${'n'.repeat(50)}"/>`;
    expect(pretty(`<I>${long}</I>`)).toBe(
      [
        '<I>',
        '  <Item',
        `      C="${'4'.repeat(40)}"`,
        `      N="${'n'.repeat(50)}"/>`,
        '</I>',
      ].join('\n'),
    );
  });

  test('keeps declaration, comment, CDATA and empty elements', () => {
    expect(pretty('<?xml version="1.0"?><!-- a > b --><a><![CDATA[<b>]]></a><!--end-->')).toBe(
      [
        '<?xml version="1.0"?>',
        '<!-- a > b -->',
        '<a>',
        '  <![CDATA[<b>]]>',
        '</a>',
        '<!--end-->',
      ].join('\n'),
    );
    expect(pretty('<a></a>')).toBe('<a></a>');
  });

  test('takes no > or < within quotes for the end of a tag, and leaves entities as they are', () => {
    expect(pretty(`<a b="1 > 0" c='it "is"'>x &lt; y &amp; z</a>`)).toBe(
      `<a b="1 > 0" c='it "is"'>x &lt; y &amp; z</a>`,
    );
  });

  test('drops white space between elements only, so that laying out twice changes nothing', () => {
    const once = pretty('<a>\n  <b>  two words </b>\n\n<c/></a>');
    expect(once).toBe('<a>\n  <b>  two words </b>\n  <c/>\n</a>');
    expect(pretty(once ?? '')).toBe(once);
  });

  test.each([
    ['plain words', 'Service Unavailable'],
    ['an HTML page with an open tag', '<html><body><br>502 Bad Gateway</body></html>'],
    ['a reply that was cut off in a tag', '<a><b c="1'],
    ['a reply that was cut off between tags', '<a><b></b>'],
    ['a comment without an end', '<a><!-- </a>'],
    ['attributes without a blank between', '<a b="1"c="2"/>'],
    ['a lone bracket', 'a < b'],
    ['an empty text', '   '],
  ])('leaves %s as it is', (_what, text) => {
    expect(prettyXml(text)).toBeNull();
  });

  test('gives script in a message no other form than text', () => {
    const lines = prettyXml('<a n="&lt;script>alert(1)&lt;/script>"><script>alert(1)</script></a>');
    const kinds = lines?.flatMap(({ spans }) => spans).filter(({ text }) => text.includes('alert'));
    expect(kinds?.map(({ kind }) => kind)).toEqual(['value', 'text']);
  });

  test('takes time in proportion to the length, whatever the text is', () => {
    const hostile = `<a ${'b '.repeat(200_000)}`;
    const deep = '<a>'.repeat(50_000) + '</a>'.repeat(50_000);
    const begun = performance.now();
    expect(prettyXml(hostile)).toBeNull();
    expect(prettyXml(deep)).toHaveLength(99_999);
    expect(performance.now() - begun).toBeLessThan(60_000);
  });
});

test('the parts of a message put together are the message', () => {
  const xml = '<?xml version="1.0"?>\n<a  b = "1" >text<c/><!-- d --></a >\n';
  expect(
    cutXml(xml)
      ?.map(({ source }) => source)
      .join(''),
  ).toBe(xml);
});
