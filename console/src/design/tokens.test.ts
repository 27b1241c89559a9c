import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

// WCAG 2.2: 4.5:1 for text (1.4.3), 3:1 for the borders of controls and the focus (1.4.11).
const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name,
    { light, dark },
  ]),
)

const surfaces = ['canvas', 'surface', 'surface-raised', 'surface-hover', 'surface-selected', 'surface-sunken']
const texts = [
  ...['text', 'text-muted', 'link'].flatMap(text => surfaces.map(surface => [text, surface])),
  ...['positive', 'notice', 'danger', 'info', 'neutral'].map(tone => [tone, `${tone}-soft`]),
  ...['positive', 'notice', 'danger', 'accent'].map(tone => [tone, 'surface']),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger-strong'],
  ['accent', 'accent-soft'],
  ...['nav', 'nav-current', 'nav-hover'].map(ground => ['nav-text', ground]),
  ['nav-muted', 'nav'],
  ...[0, 1, 2].map(step => ['on-fill-low', `fill-${step}`]),
  ...[3, 4].map(step => ['on-fill-high', `fill-${step}`]),
]
const borders = [
  ...['line-control', 'focus'].flatMap(name => ['canvas', 'surface', 'surface-raised'].map(ground => [name, ground])),
  ['nav-focus', 'nav'],
]

describe.each(['light', 'dark'] as const)('%s', scheme => {
  test.each(texts)('%s can be read on %s', (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(borders)('%s can be seen on %s', (border, ground) => {
    expect(contrast(colour(border), colour(ground))).toBeGreaterThanOrEqual(3)
  })

  const colour = (name = '') => tokens.get(name)?.[scheme] ?? ''
})

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}
