import { describe, expect, test } from 'vitest'
import { safeHtml } from './safe-html.ts'

// docs/contract/admin.md#products: only safe HTML of descriptions is stored.
describe('what product texts need stays as it is', () => {
  test.each([
    '<h2>Ridge</h2><p>For <strong>four</strong>, <em>3.2</em> kg<br />and dry.</p>',
    '<ul><li>one</li><li>two</li></ul><ol><li>first</li></ol>',
    '<table><thead><tr><th scope="col">Size</th></tr></thead><tbody><tr><td colspan="2">L</td></tr></tbody></table>',
    '<blockquote>很好用</blockquote><pre><code>a &lt; b</code></pre>',
    'no marks at all: 5 &gt; 4 &amp; 3',
  ])('%s', html => {
    expect(safeHtml(html)).toBe(html)
  })
})

test('links keep their address and name, and get rel whatever they had', () => {
  const rel = 'rel="noopener noreferrer nofollow"'
  expect(safeHtml('<a href="https://example.com/a?b=1" rel="opener" target="_blank" title="t">more</a>')).toBe(
    `<a href="https://example.com/a?b=1" ${rel} title="t">more</a>`,
  )
  expect(safeHtml('<a href="mailto:a@b.test">m</a><a href="tel:+886">t</a><a href="/care">c</a>')).toBe(
    `<a href="mailto:a@b.test" ${rel}>m</a><a href="tel:+886" ${rel}>t</a><a href="/care" ${rel}>c</a>`,
  )
})

test('text between unknown marks stays, what is not text goes', () => {
  expect(safeHtml('<section>a<font color="red">b</font></section><style>p{}</style><script>x()</script>c')).toBe('abc')
})

test.each(['<script>alert(1)</script>', '<!-- only a comment -->', '  ', '<style>*{}</style> '])(
  'nothing is left of %s: null',
  html => {
    expect(safeHtml(html)).toBeNull()
  },
)

/** Ways in which script has been brought into pages. */
const attacks = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.test/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1);//<</script>',
  '<script/x>alert(1)</script>',
  '<script\n>alert(1)</script >',
  '<img src=x onerror=alert(1)>',
  '<img src="x:x" onerror="alert(1)"',
  '<p onclick="alert(1)">x</p>',
  '<p onmouseover=alert(1) style="x:expression(alert(1))">x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="//evil.test/">x</a>',
  '<a href="https://ok.test" onclick="alert(1)" style="position:fixed">x</a>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext></p><style><img src=x onerror=alert(1)></style>',
  '<math href="javascript:alert(1)">x</math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><input type=submit><button formaction="javascript:alert(1)">x</button></form>',
  '<base href="javascript:alert(1)//">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="//evil.test/x.css">',
  '<style>@import "//evil.test/x.css";</style>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror="alert(1)"></video>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
  '<title><p title="</title><img src=x onerror=alert(1)>">',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<a title="--><img src=x onerror=alert(1)>">x</a>',
  "<a title='\"><img src=x onerror=alert(1)>'>x</a>",
  '<td background="javascript:alert(1)">x</td>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
]

/** Every mark that is left: its name and attributes. */
const marksOf = (html: string) => [...html.matchAll(/<\/?([^\s>/]+)((?:[^>"]|"[^"]*")*)>/g)]

describe('nothing that can run is left', () => {
  test.each(attacks)('%s', attack => {
    const html = safeHtml(attack) ?? ''
    for (const [, name = '', attributes = ''] of marksOf(html)) {
      expect(name).toMatch(/^(?:p|a|td|strong|h\d)$/)
      const named = [...attributes.matchAll(/([^\s=]+)="([^"]*)"/g)]
      for (const [, attribute, value] of named) {
        expect(attribute).toMatch(/^(?:href|title|rel)$/)
        if (attribute === 'href') expect(value).toMatch(/^https:\/\/ok\.test/)
      }
    }
    expect(html.replaceAll(/<\/?[a-z]+\d?(?: [a-z]+="[^"<>]*")*(?: \/)?>/g, '')).not.toMatch(/[<>]/)
  })

  test.each(attacks)('once more changes nothing: %s', attack => {
    const once = safeHtml(attack)
    expect(once === null ? null : safeHtml(once)).toBe(once)
  })
})
