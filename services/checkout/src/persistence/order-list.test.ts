import { matchesLookUp } from '@campstore/database/look-up'
import { useDatabase } from '@campstore/testing/use-fixture'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const pool = useDatabase().pool('checkout')

describe('an order is found by every part of its search text, of any length and in any case', () => {
  const letters = fc.constantFrom(...('王小明臺台ÉéßİΣσςaZ9Ａ -–%_％\\　𠮷\u200b\ufe0f'.match(/./gsu) ?? []))
  const text = (maxLength: number) => fc.string({ unit: letters, maxLength })
  const address = fc.tuple(text(9), text(3)).map(([name, domain]) => `${name}@${domain}`)

  test.each([
    ['texts', text(3)],
    ['ids', fc.uuid()],
    ['e-mail addresses', address],
  ])('%s', async (_, searchedTexts) => {
    await fc.assert(
      fc.asyncProperty(text(6), searchedTexts, text(6), async (before, searched, after) => {
        const { found, contained } = await search(before + searched + after, searched)
        expect(found || !contained, searched).toBeTruthy()
      }),
    )
  })

  test.each([
    ['0190f0a0-0000-7000-8000-0123456789ab', '0190f0a1-0000-7000-8000-0123456789ab'],
    ['somebody@members.test', 'somebody@others.test'],
  ])('%s: not by a part of it', async (searched, stored) => {
    expect(await search(stored, searched)).toEqual({ found: false, contained: false })
  })

  /** Whether a text is found by another one, with the index and without, and whether it contains it. */
  async function search(stored: string, searched: string): Promise<{ found?: boolean; contained?: boolean }> {
    const texts = ["'id'", 'upper($1)', "'e'", 'null']
    const condition = matchesLookUp({ indexed: [{ texts }] }, searched)
    if (!condition) return {}
    const numbered = (sql: string | undefined) => {
      let parameter = 2
      return sql?.replaceAll('?', () => `$${++parameter}`)
    }
    const { rows } = await pool.query<{ found: boolean; scanned: boolean; contained: boolean }>(
      `select
        ${numbered(condition.sql)} as found,
        ${numbered(condition.scanned)} as scanned,
        strpos(shared.lookup_key(upper($1)), shared.lookup_key($2)) > 0 as contained`,
      [stored, searched, ...condition.values],
    )
    const [{ found, scanned, contained } = expect.fail()] = rows
    expect(scanned).toBe(found)
    return { found, contained }
  }
})
