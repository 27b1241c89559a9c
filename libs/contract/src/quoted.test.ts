import { expect, test } from 'vitest'
import { quoted } from './quoted.ts'

test.each([
  ['Lakeshore pitch', '“Lakeshore pitch”'],
  ['x'.repeat(64), `“${'x'.repeat(64)}”`],
  ['x'.repeat(65), `“${'x'.repeat(64)}…”`],
  ['⛺'.repeat(90_000), `“${'⛺'.repeat(64)}…”`],
  ['𠮷'.repeat(65), `“${'𠮷'.repeat(64)}…”`],
  ['two\nlines', '“two\uFFFDlines”'],
  ['left\u202eright', '“left\uFFFDright”'],
])('%j is quoted as %s', (text, expected) => {
  expect(quoted(text)).toBe(expected)
})
