import { describe, expect, test } from '@jest/globals';
import { cssString, escapeHtml, harmlessText, html } from './html.ts';

describe('html', () => {
  test('every value is escaped, wherever it stands', () => {
    const hostile = `"><script>alert('x')</script>&amp;`;
    const { markup } = html`<a title="${hostile}">${hostile}</a>`;
    const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;';
    expect(markup).toBe(`<a title="${escaped}">${escaped}</a>`);
  });

  test('finished markup is taken as it is, alone and in lists', () => {
    const cell = html`<b>${'<'}</b>`;
    expect(html`${cell}-${[cell, cell]}`.markup).toBe('<b>&lt;</b>-<b>&lt;</b><b>&lt;</b>');
  });

  test('what is absent prints nothing and a zero prints a zero', () => {
    expect(html`[${null}${undefined}${''}${0}]`.markup).toBe('[0]');
  });
});

describe('harmlessText', () => {
  test('controls, byte order marks and lone surrogates disappear or are replaced', () => {
    expect(harmlessText('a\u0000b\u0007c\u001Bd\u007Fe\u009Bf\uFEFFg')).toBe('abcdefg');
    expect(harmlessText('x\uD800y')).toBe('x\uFFFDy');
  });

  test('no character can turn the direction of the text around it', () => {
    expect(harmlessText('\u202Efdp.exe\u202C \u2067x\u2069 \u200Fy\u061C')).toBe('fdp.exe x y');
  });

  test('every kind of line end becomes one line feed and a tab a blank', () => {
    expect(harmlessText('a\r\nb\rc\u2028d\u2029e\u0085f\tg')).toBe('a\nb\nc\nd\ne\nf g');
  });

  test('a tower of marks on one letter is cut down and usual accents stay', () => {
    expect(harmlessText(`e${'\u0301'.repeat(40)}x`)).toBe(`e${'\u0301'.repeat(4)}x`);
    expect(harmlessText('č ć š ž đ € Ђурђевдан 👩‍👧')).toBe('č ć š ž đ € Ђурђевдан 👩‍👧');
  });
});

describe('cssString', () => {
  test('no text can end the string or the rule it stands in', () => {
    const hostile = '"; } body { display: none } /* \\ \n </style>';
    expect(cssString(hostile)).toMatch(/^"(?:[A-Za-z0-9 ]|\\[0-9a-f]+ )*"$/);
  });
});

test('escaping leaves plain text alone', () => {
  expect(escapeHtml('Đurđevića Tara d.o.o. 100 %')).toBe('Đurđevića Tara d.o.o. 100 %');
});
