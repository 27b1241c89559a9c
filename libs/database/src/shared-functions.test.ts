import { lookupKey } from '@campstore/core/lookup-key'
import { useDatabase } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'

// The SQL functions that every schema uses.
const database = useDatabase()
const owner = database.pool()

test.each([
  ['0912-000-101', '0912000101'],
  ['+886 912 000 101', '0912000101'],
  ['00886-2-2345-6789', '0223456789'],
  ['+886 (0)2 2345', '022345'],
  ['886912000101', '0912000101'],
  ['8862-1234', '88621234'],
  [null, null],
])('shared.phone_digits of %j', async (phone, digits) => {
  const { rows } = await owner.query('select shared.phone_digits($1) as digits', [phone])
  expect(rows).toEqual([{ digits }])
})

describe('shared.lookup_key', () => {
  const databaseKeys = async (texts: readonly string[]): Promise<string[]> => {
    const sql =
      'select shared.lookup_key(text) as key from unnest($1::text[]) with ordinality as given (text, nth) order by nth'
    return (await owner.query<{ key: string }>(sql, [texts])).rows.map(({ key }) => key)
  }

  test.each([
    ['ＭＳＲ　Tent', 'msr tent'],
    ['e\u0301TÉ', 'été'],
    ['\u00a0ⅫΟΔΟΣ\u212a', ' xiiοδοσk'],
    ['葛\u{e0100}❤\ufe0f\u202dA\u00adB\u200b', '葛❤ab'],
  ])('of %j is %j, also in lookupKey', async (text, key) => {
    expect([...(await databaseKeys([text])), lookupKey(text)]).toEqual([key, key])
  })

  test('is that of lookupKey for every letter, and for letters that follow each other', async () => {
    const { rows } = await owner.query<{ letter: string }>(`
      select chr(code) as letter from generate_series(1, 917999) code
      where (code < 131072 or code > 917500) and code not between 55296 and 57343 and unicode_assigned(chr(code))`)
    const characters = rows.map(({ letter }) => letter)
    // An ideograph combines with no other character.
    const combining = characters.filter(one => !/\p{Unified_Ideograph}/u.test(one))
    const followed = combining.map((one, nth) => one + characters[(nth * 7_919) % characters.length])
    const texts = [...characters, ...followed, ...combining.map(one => `${one}\u030c`)]
    const keys = await databaseKeys(texts)
    const other = texts.filter((text, nth) => keys[nth] !== lookupKey(text) || lookupKey(keys[nth] ?? '') !== keys[nth])
    expect(other).toEqual([])
  })
})

test('shared.search_text is the key, with every character beyond ASCII three times', async () => {
  const { rows } = await owner.query(`select shared.search_text('Ab', null, '小Ä') as text`)
  expect(rows).toEqual([{ text: 'ab\n小小小äää' }])
})
