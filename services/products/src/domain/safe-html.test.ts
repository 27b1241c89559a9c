import { expect, test } from 'vitest'
import { safeHtml } from './safe-html.ts'

// docs/contract/admin.md#products: only safe HTML of descriptions is stored. How HTML is parsed is up to the library.
test.each([
  '<h2>Ridge</h2><p>For <strong>four</strong>, <em>3.2</em> kg<br />and dry.</p>',
  '<ul><li>one</li><li>two</li></ul><ol><li>first</li></ol>',
  '<table><thead><tr><th scope="col">Size</th></tr></thead><tbody><tr><td colspan="2">L</td></tr></tbody></table>',
  'no marks at all: 5 &gt; 4 &amp; 3',
])('what product texts need stays as it is: %s', html => {
  expect(safeHtml(html)).toBe(html)
})

const rel = 'rel="noopener noreferrer nofollow"'
test.each([
  [
    '<a href="https://example.com/a?b=1" rel="opener" target="_blank" title="t">more</a>',
    `<a href="https://example.com/a?b=1" ${rel} title="t">more</a>`,
  ],
  ['<a href="mailto:a@b.test">m</a>', `<a href="mailto:a@b.test" ${rel}>m</a>`],
  ['<a href="/care">c</a>', `<a href="/care" ${rel}>c</a>`],
  ['<a href="java&#10;script:alert(1)">x</a>', `<a ${rel}>x</a>`],
  ...[
    ...['//evil.test/', '///evil.test/', '/\\evil.test/', 'https:evil.test', 'https:/evil.test', 'https:///evil.test/'],
    ...['https://a@b:443\\@evil.test/', 'https://shop.test@evil.test/', 'https://:p@evil.test/', 'http://[evil'],
    ...['https://evil.test/&#9;x', 'https://shop.test&#x202e;/x', 'https://evil.test/a b', 'java&#0;script:alert(1)'],
  ].map((address): [string, string] => [`<a href="${address}">x</a>`, `<a ${rel}>x</a>`]),
  ['<a href="tel:+886-2-1234">t</a>', `<a href="tel:+886-2-1234" ${rel}>t</a>`],
])('links have a safe address, and rel whatever they had: %s', (html, expected) => {
  expect(safeHtml(html)).toBe(expected)
})

test.each([
  ['<section>a<font color="red">b</font></section><style>p{}</style><script>x()</script>c', 'abc'],
  ['<p onclick="alert(1)" style="background:url(javascript:alert(1))">x</p>', '<p>x</p>'],
  ['<table><tr><td colspan="999999999" rowspan="-1">x</td></tr></table>', '<table><tr><td>x</td></tr></table>'],
  ['<svg><script>alert(1)</script></svg>', null],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', null],
  ['<!-- only a comment -->  ', null],
])('nothing that can run is left of %s', (html, expected) => {
  expect(safeHtml(html)).toBe(expected)
})
