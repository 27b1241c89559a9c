import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { narrowedByPieces } from './wide-pieces.ts'

// What a search for less than three letters is narrowed to (decisions.md, 9: q is a case-insensitive substring).
let database: TestDatabase
let checkout: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  checkout = database.pool('checkout')
})
afterAll(() => database.drop())

async function piecesOf(text: string): Promise<string[]> {
  const { rows } = await checkout.query<{ pieces: string[] }>('select checkout.wide_pieces($1) as pieces', [text])
  return rows[0]?.pieces.sort() ?? []
}

test.each([
  ['王小明', ['明', '小', '小明', '王', '王小']],
  ['order-1\nAnn Lee\nann@members.test', []],
  ['王 小', ['小', '王']],
  ['X王abc小Y', ['小', '王']],
  ['ÉÀ', ['à', 'é', 'éà']],
  ['𠮷野', ['野', '𠮷', '𠮷野']],
  ['', []],
])('the pieces of %s', async (text, expected) => {
  expect(await piecesOf(text)).toEqual([...expected].sort())
})

test('no text that contains another loses a piece of it: what is narrowed is still found', async () => {
  const letters = fc.constantFrom(...('王小明ÉéßİΣσςaZ9 \n-%_　𠮷'.match(/./gsu) ?? []))
  const text = (maxLength: number) => fc.string({ unit: letters, maxLength })
  const question = `
    select strpos(lower($1), lower($2)) = 0 or checkout.wide_pieces($1) @> checkout.wide_pieces($2) as kept`
  await fc.assert(
    fc.asyncProperty(text(6), text(2), text(6), async (before, searched, after) => {
      const { rows } = await checkout.query<{ kept: boolean }>(question, [before + searched + after, searched])
      expect(rows).toEqual([{ kept: true }])
    }),
    { numRuns: 300 },
  )
})

describe('a search is narrowed', () => {
  test.each(['王', '王小', 'é', '王a', '王-小明', '𠮷野'])('%s', q => {
    expect(narrowedByPieces('name', q)?.values).toEqual([q])
  })

  test.each([undefined, 'ab', '%', '王小明', 'ann王', 'example'])('not by %s', q => {
    expect(narrowedByPieces('name', q)).toBeUndefined()
  })
})
