import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { texts as english } from './en.ts'
import { texts as chinese } from './zh-TW.ts'

/** Every text by its path. */
const flat = (texts: object, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${path}${key}`, text] as [string, string]] : flat(text, `${path}${key}.`),
  )
const placeholders = (text = '') => [...new Set(text.match(/\{\{\w+\}\}/g))].sort()
// Where a number is 0, a text may do without it.
const inWords = /_zero$/

test('both catalogues have the same texts, with the same places for values', () => {
  const translated = new Map(flat(chinese))
  // Chinese has no singular.
  const all = flat(english).filter(([path]) => !path.endsWith('_one'))
  for (const [path, text] of all) {
    expect(translated.has(path), path).toBe(true)
    if (!inWords.test(path)) expect(placeholders(translated.get(path)), path).toEqual(placeholders(text))
  }
  expect(translated.size).toBe(all.length)
})

test('every text is used', () => {
  const sources = globSync(`${import.meta.dirname}/../{app,design,lib,pages}/**/*.{ts,tsx}`).map(file =>
    readFileSync(file, 'utf8'),
  )
  const keys = sources.flatMap(
    source =>
      source.match(/(?<=['`])(?:[a-z]\w+|\$\{[\w.]+\}(?:s|(?=\.page`)))\.(?:\w|-|\.|\$\{[^}]*\})+(?=['`])/g) ?? [],
  )
  // A part of a key that is a value stands for any.
  const used = new RegExp(
    `^(?:${[...new Set(keys)].map(key => key.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[^.]+')).join('|')})(?:_\\w+)?$`,
  )
  expect(flat(english).filter(([path]) => !used.test(path))).toEqual([])
})
