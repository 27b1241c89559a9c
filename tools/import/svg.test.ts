import { describe, expect, test } from 'vitest'
import { svgIssues } from './svg.ts'

const issuesOf = (inside: string, attributes = ''): string[] =>
  svgIssues(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${inside}</svg>`))

test.each([
  ['shapes', '<rect width="9" height="9" fill="#fff"/><path d="M0 0h9" style="stroke: red"/>'],
  ['a title and a comment', '<title>Tent &amp; tarp</title><!-- green -->'],
  ['a gradient that it uses', '<defs><linearGradient id="g"/></defs><rect fill="url(#g)"/><use href="#g"/>'],
])('a drawing may have %s', (_, inside) => {
  expect(issuesOf(inside)).toEqual([])
})

describe('what could run or load something is refused', () => {
  test.each([
    ['<script>alert(1)</script>', 'has <script>, which is not allowed in a drawing'],
    ['<style>@import url(//x)</style>', 'has <style>, which is not allowed in a drawing'],
    ['<foreignObject><p>x</p></foreignObject>', 'has <foreignObject>, which is not allowed in a drawing'],
    ['<image href="https://x.test/a.png"/>', 'has <image>, which is not allowed in a drawing'],
    ['<animate attributeName="x"/>', 'has <animate>, which is not allowed in a drawing'],
    ['<rect onclick="alert(1)"/>', 'has onclick="…", which would run a script'],
    ["<rect OnLoad='alert(1)'/>", 'has OnLoad="…", which would run a script'],
    [
      '<use href="https://x.test/a.svg#b"/>',
      'has href="https://x.test/a.svg#b", but only references with # are allowed',
    ],
    ['<use xlink:href="data:x"/>', 'has xlink:href="data:x", but only references with # are allowed'],
    ['<rect fill="url(https://x.test)"/>', 'has fill with an external url(…)'],
    ['<rect style="fill: URL( //x )"/>', 'has style with an external url(…)'],
    ['<rect style="fill: u\\72l(//x)"/>', 'has a style with an escape or an @-rule'],
    ['<rect style="fill: &#117;rl(//x)"/>', 'has a style with an escape or an @-rule'],
  ])('%s', (inside, issue) => {
    expect(issuesOf(inside)).toContain(issue)
  })

  test('a script on the root', () => {
    expect(issuesOf('', ' onload="alert(1)"')).toEqual(['has onload="…", which would run a script'])
  })

  test.each(['<!DOCTYPE svg [<!ENTITY x "y">]>', '<?xml-stylesheet href="//x"?>', '<![CDATA[x]]>'])('%s', inside => {
    expect(issuesOf(inside)).toEqual(['has a declaration or an instruction (<! or <?), which is not allowed'])
  })
})

describe('what no browser would draw is refused', () => {
  test.each([
    '<g>',
    '</g>',
    '<g></rect>',
    '<rect x=1/>',
    '<rect x="1" x="2"/>',
    'Tent & tarp',
    '<title>&nbsp;</title>',
    '<',
  ])('%s', inside => {
    expect(issuesOf(inside)).toContain('is not well-formed XML')
  })

  test.each(['', 'a tent', '<svg/>', '<html xmlns="http://www.w3.org/1999/xhtml"></html>', '\ufffe'])(
    'a file of %j',
    text => {
      expect(svgIssues(Buffer.from(text))).not.toEqual([])
    },
  )

  test('bytes that are no UTF-8', () => {
    expect(svgIssues(Buffer.from([0x3c, 0xff, 0xfe]))).toEqual(['is not UTF-8'])
  })
})
