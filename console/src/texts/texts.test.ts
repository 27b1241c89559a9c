import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import { textsIn } from './text.ts'

/** Every text by its path. */
const flat = (texts: object, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${path}${key}`, text] as [string, string]] : flat(text, `${path}${key}.`),
  )
const english = flat(textsIn('en', catalogue))
const chinese = new Map(flat(textsIn('zh-TW', catalogue)))
const placeholders = (text = '') => [...new Set(text.match(/\{\{\w+\}\}/g))].sort()
// Where a number is 0, a text may do without it.
const inWords = /_zero$/

test('every text has both languages, with the same places for values', () => {
  // Chinese has no singular.
  for (const [path, text] of english.filter(([path]) => !path.endsWith('_one'))) {
    const written = path.split('.').reduce<unknown>((part, key) => Object(part)[key], catalogue)
    expect(written, path).toHaveLength(2)
    if (!inWords.test(path)) expect(placeholders(chinese.get(path)), path).toEqual(placeholders(text))
  }
})

test('every text is used', () => {
  const sources = globSync(`${import.meta.dirname}/../{app,design,lib,pages}/**/*.{ts,tsx}`).map(file =>
    readFileSync(file, 'utf8'),
  )
  const keys = sources.flatMap(
    source =>
      source.match(
        /(?<=['`])(?:[a-z]\w+|\$\{[\w.]+\}(?:s|(?=\.(?:page|none|noneHint|search)`)))\.(?:\w|-|\.|\$\{[^}]*\})+(?=['`])/g,
      ) ?? [],
  )
  // A part of a key that is a value stands for any.
  const used = new RegExp(
    `^(?:${[...new Set(keys)].map(key => key.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[^.]+')).join('|')})(?:_\\w+)?$`,
  )
  expect(english.filter(([path]) => !used.test(path))).toEqual([])
})
