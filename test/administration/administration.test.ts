import { createInternalKeys } from '@campstore/auth/internal-keys'
import { signInternalToken } from '@campstore/auth/internal-token'
import { sections } from '@campstore/contract/admin/permissions'
import { adminRoutes } from '@campstore/contract/admin/routes'
import { internalPath, type Route } from '@campstore/contract/route'
import type { ApiResponse } from '@campstore/testing/client'
import type { Fields } from '@campstore/testing/rows'
import { internalKeys } from '@campstore/testing/service-fixture'
import { useFixture } from '@campstore/testing/use-fixture'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { filtered, type List, lists, type Parameter, searchable, sorted } from './declared-lists.ts'
import { type ListRows, openLists } from './lists.ts'
import { startServices } from './services.ts'

// Every paged list of the administration and of members, from its declaration (docs/contract/admin.md#lists, #search, #ranges,
// docs/contract/conventions.md#paging).
const services = useFixture(startServices)
let rows: Record<string, ListRows>
beforeAll(async () => {
  rows = await openLists(services)
})
/** The lists of a test. */
const touched = new Set<ListRows>()
afterEach(async () => {
  for (const { owner, clear } of touched) await owner.query(clear)
  touched.clear()
})

function rowsOf({ name }: List): ListRows {
  const found = rows[name] ?? expect.fail(`test/administration/lists.ts does not have ${name}`)
  touched.add(found)
  return found
}

type Query = Record<string, string | string[]>
const ask = (list: List, query: Query): Promise<ApiResponse> => {
  const parameters = new URLSearchParams()
  const { query: always } = rowsOf(list)
  for (const [name, value] of Object.entries({ ...always, ...query }))
    for (const one of [value].flat()) parameters.append(name, one)
  return rowsOf(list).client.get(`${list.path}?${parameters}`)
}
const itemsOf = (list: List, { status, data }: ApiResponse): Fields[] => {
  expect(status).toBe(200)
  const { others = [] } = rowsOf(list)
  return (data as Fields[]).filter(item => !others.includes(String(item[list.idField])))
}
const find = async (list: List, query: Query = {}) =>
  itemsOf(list, await ask(list, { size: '100', ...query })).map(item => item[list.idField])
const inOrder = <T extends string | number>(ids: T[]): T[] => ids.toSorted((left, right) => (left < right ? -1 : 1))

/** A smaller and a greater value of a field, which code points or texts of numbers would order the other way. */
function valuesOf({ fields }: List, name: string): [string, string] {
  const { title, type } = fields[name] ?? {}
  if (title === 'money') return ['99.00', '1000.00']
  if (type === 'integer') return ['9', '10']
  if (title === 'date') return ['2026-12-05', '2026-12-06']
  if (/At$|^at$/.test(name)) return ['2026-11-20T08:00:00.000Z', '2026-11-20T08:00:00.001Z']
  return ['alpha', 'Beta']
}

/** A row with the lesser value and two with the greater one, if there may be two; ascending. */
async function insertSorted(list: List, field: string): Promise<(string | number)[]> {
  const { insert, distinct = [], owner, clear } = rowsOf(list)
  if (field === 'id' && !distinct.includes(field))
    return inOrder([await insert({}), await insert({}), await insert({})])
  const [less, greater] = valuesOf(list, field)
  const equal = [await insert({ [field]: greater })]
  if (!distinct.includes(field)) equal.push(await insert({ [field]: greater }))
  const ascending = [await insert({ [field]: less }), ...inOrder(equal)]
  if (field === list.idField || inOrder(ascending)[0] !== ascending[0]) return ascending
  // Random ids in the same order would hide that another column is sorted by.
  await owner.query(clear)
  return insertSorted(list, field)
}

test.each(sorted)('$name, sort=$field: both ways, ties by id in the same direction', async ({ field, ...list }) => {
  const ascending = await insertSorted(list, field)
  expect(await find(list, { sort: `${field},asc` })).toEqual(ascending)
  expect(await find(list, { sort: `${field},desc` })).toEqual(ascending.toReversed())
  const shown = itemsOf(list, await ask(list, { sort: `${field},asc` })).map(item => item[field])
  const values = valuesOf(list, field).flatMap(value =>
    shown.length === 3 && value === valuesOf(list, field)[1] ? [value, value] : [value],
  )
  if (field in list.fields) expect(shown.map(String)).toEqual(values)
})

test.each(lists)('$name: in order and in pages that lose nothing; one past the end is empty', async list => {
  const { order = list.order ?? '', others = [] } = rowsOf(list)
  const [field = '', direction] = order.split(',')
  const ascending = await insertSorted(list, field)
  const expected = direction === 'asc' ? ascending : ascending.toReversed()
  expect(await find(list)).toEqual(expected)
  const totalElements = expected.length + others.length
  const pages = [0, 1, 2].map(page => ask(list, { page: String(page), size: '2' }))
  const answers = await Promise.all(pages)
  expect(answers.flatMap(answer => itemsOf(list, answer).map(item => item[list.idField]))).toEqual(expected)
  expect(answers.map(({ meta }) => meta)).toEqual(
    [0, 1, 2].map(page => ({ page, size: 2, totalElements, totalPages: Math.ceil(totalElements / 2) })),
  )
  expect(answers[2]?.data).toEqual([])
  expect((await ask(list, {})).meta).toMatchObject({ page: 0, size: 20 })
})

test.each(lists.filter(({ path }) => !path.startsWith('/internal') && !path.startsWith('/api/admin')))(
  '$name: nothing of another member, whatever the query',
  async list => {
    await rowsOf(list).insert({})
    // A new member is a row of the list of customers.
    for (const one of Object.values(rows)) touched.add(one)
    const { client } = await (list.name === 'listBookings' ? services.booking : services.me).member()
    const [{ customerId }] = (
      await rowsOf(list).owner.query(
        'select customer_id as "customerId" from booking.booking union all select customer_id from checkout.store_order union all select customer_id from checkout.coupon_claim',
      )
    ).rows
    const answer = await client.get(`${list.path}?customerId=${customerId}&memberId=${customerId}`)
    expect(answer).toMatchObject({ status: 200, data: [], meta: { totalElements: 0, totalPages: 0 } })
  },
)

/** Two values by which a parameter can filter. */
const choicesOf = ({ enum: choices, anyOf = [] }: Parameter): string[] =>
  choices ?? anyOf.flatMap(({ enum: some = [] }) => some).slice(0, 9) ?? []
const isRange = (parameter: string) => /(?:From|To|^from|^to)$/.test(parameter)
const valuesFor = (parameter: string, type: Parameter): string[] => {
  const choices = choicesOf(type)
  return choices.length > 0 ? choices : [`${parameter}-one`, `${parameter}-two`]
}

describe.each(filtered.filter(({ parameter }) => !isRange(parameter)))(
  '$name, $parameter',
  ({ parameter, type, ...list }) => {
    test('finds the rows that have the value, shows it, and nothing else', async () => {
      const byValue = new Map<string, unknown>()
      for (const value of valuesFor(parameter, type))
        byValue.set(value, await rowsOf(list).insert({ [parameter]: value }))
      for (const [value, id] of byValue) {
        const answer = await ask(list, { [parameter]: value })
        expect(itemsOf(list, answer).map(item => item[list.idField])).toEqual([id])
        if (parameter in list.fields)
          expect(itemsOf(list, answer).map(item => String(item[parameter]))).toEqual([value])
      }
      const all = [...byValue.values()]
      if (type.anyOf) expect(new Set(await find(list, { [parameter]: [...byValue.keys()] }))).toEqual(new Set(all))
      if (choicesOf(type).length === 0) expect(await find(list, { [parameter]: 'unknown' })).toEqual([])
      const { description = '' } = type
      if (!description.includes('blank means absent')) return
      expect(new Set(await find(list, { [parameter]: ' ' }))).toEqual(new Set(all))
      expect(await find(list, { [parameter]: ` ${parameter}-one ` })).toEqual(all.slice(0, 1))
      const upper = await find(list, { [parameter]: `${parameter}-ONE` })
      expect(upper).toEqual(description.includes('ignoring case') ? all.slice(0, 1) : [])
    })
  },
)

describe.each(filtered.filter(({ parameter }) => /(?:From|^from)$/.test(parameter)))(
  '$name, range $parameter',
  ({ parameter: from, type, ...list }) => {
    const to = from === 'from' ? 'to' : from.replace(/From$/, 'To')
    const name = from.replace(/From$|^from$/, '')
    const timestamp = name === '' ? 'at' : `${name}At`

    test('includes its ends; a plain date is that whole day in Taipei', async () => {
      const isDate = type.anyOf === undefined
      const values = isDate
        ? ['2026-12-05', '2026-12-06', '2026-12-07', '2026-12-08']
        : [
            '2026-11-01T15:59:59.999Z',
            '2026-11-01T16:00:00.000Z',
            '2026-11-02T15:59:59.999Z',
            '2026-11-02T16:00:00.000Z',
          ]
      const ids: unknown[] = []
      for (const value of values) ids.push(await rowsOf(list).insert({ [isDate ? name : timestamp]: value }))
      const within = async (query: Query) => (await find(list, query)).map(id => ids.indexOf(id)).toSorted()
      const [first, last] = isDate ? ['2026-12-06', '2026-12-07'] : ['2026-11-02', '2026-11-02']
      expect(await within({ [from]: first })).toEqual([1, 2, 3])
      expect(await within({ [to]: last })).toEqual([0, 1, 2])
      expect(await within({ [from]: first, [to]: last })).toEqual([1, 2])
      expect(await within({ [from]: values[2] ?? '' })).toEqual([2, 3])
      expect(await within({ [to]: values[2] ?? '' })).toEqual([0, 1, 2])
      if (!isDate) expect(await within({ [from]: '2026-11-03T00:00:00+08:00' })).toEqual([3])
    })
  },
)

test.each(lists.filter(({ filters }) => Object.keys(filters).length > 1))(
  '$name: all filters must hold',
  async list => {
    const filters = Object.entries(list.filters).filter(([parameter]) => !isRange(parameter))
    const [wanted, others] = [1, 0].map(place =>
      Object.fromEntries(filters.map(([parameter, type]) => [parameter, valuesFor(parameter, type)[place] ?? ''])),
    )
    const { insert } = rowsOf(list)
    const id = await insert({ ...wanted })
    for (const [parameter] of filters) await insert({ ...wanted, [parameter]: others?.[parameter] })
    expect(await find(list, wanted)).toEqual([id])
  },
)

/** A text as people write it, and other spellings of it and its parts. */
const text = '臺北 葛\u{e0100}Ming\u2011_50%\\x'
const spellings = [
  text,
  text.toUpperCase(),
  '台北 葛ming-_50%\\x',
  'ＭＩＮＧ－＿',
  'Mi\u00adng\u2212',
  '\u202d葛\u200bM\u2068ing\u2013',
  '北',
  '%\\x',
  ' 葛ming ',
]
/** A phone number, and other notations of it and its parts. */
const phone = '(02)2219\u20117525 分機 512'
const notations = [
  phone,
  '022219752\u200b5512',
  '+886 2 2219 7525#512',
  '886222197525',
  '（０２）２２１９－７５２５',
  '00886-2-2219.7525',
  '\u202d2219 7525\u202c ext. 512',
  '2219-7525 x512 ask for Mei (媽媽)',
  '221975',
]
/** Fields with a text of the person whom a record belongs to. */
const textOfPeople = /^(?:(?:buyer|recipient|customer|shipping)(?:Name|Email|Phone|Address)|name|email|phone)$/

describe.each(searchable)('$name, q', list => {
  /** Finds the rows with the value in one of the fields by each spelling, on hold and later, and no other one. */
  async function expectFound(
    fields: readonly string[],
    value: string,
    found: readonly string[],
    missed: readonly string[],
  ) {
    const { insert, owner, clear } = rowsOf(list)
    const states = 'paymentStatus' in list.filters && !fields.includes('id') ? [{}, { paymentStatus: 'paid' }] : [{}]
    const rows = new Map<unknown, string>()
    for (const field of fields) for (const state of states) rows.set(await insert({ [field]: value, ...state }), field)
    const other = await insert({})
    const fieldsFound = async (q: string) => new Map((await find(list, { q })).map(id => [id, rows.get(id)]))
    for (const q of found) expect(await fieldsFound(q), q).toEqual(rows)
    for (const q of missed) expect(await fieldsFound(q), q).toEqual(new Map())
    expect(new Set(await find(list, { q: ' \u200b ' }))).toEqual(new Set([...rows.keys(), other]))
    await owner.query(clear)
  }

  test('finds every text that the list shows, in any spelling; %, _ and \\ mean themselves; blank is absent', async () => {
    const { searched = [], phones = [] } = rowsOf(list)
    const ofPeople = Object.keys(list.fields).filter(field => textOfPeople.test(field))
    expect([...searched, ...phones], 'texts that the list shows').toEqual(expect.arrayContaining(ofPeople))
    const texts = searched.filter(field => field !== 'id')
    expect(texts.length).toBeGreaterThan(0)
    await expectFound(texts, text, spellings, ['台%ming', '葛_ing', '北北', 'unknown'])
    if (searched.includes('id')) await expectFound(['id'], 'Find_Me-1', ['ind_m', 'FIND_ME\u20131'], ['findme'])
  })

  test('finds a phone number by six of its digits, in any notation; in a list of a day by the last three', async () => {
    const { phones = [], isOfDay = false } = rowsOf(list)
    const found = isOfDay ? [...notations, '#512', '52-5'] : notations
    if (phones.length > 0) await expectFound(phones, phone, found, ['219752x', '22197', '75255'])
    for (const extension of isOfDay ? ['＃12', '轉 12', 'Ext. 12', '內線 12', ',12'] : [])
      await expectFound(phones, `2219-7525 ${extension}`, ['52-5', '51-2'], ['1-97'])
  })

  test('finds nothing that begins in one field and ends in another', async () => {
    const { searched = [], insert } = rowsOf(list)
    const fields = searched.filter(field => field !== 'id')
    await insert(Object.fromEntries(fields.map(field => [field, `head-${field}-tail`])))
    for (const field of fields)
      for (const next of fields.filter(name => name !== field))
        expect(await find(list, { q: [`${field}-tail`, `head-${next}`].join('') })).toEqual([])
  })
})

// Who may call the internal endpoints, as the routes declare it (docs/contract/authentication.md#permissions).

const allPermissions: readonly string[] = sections.flatMap(section => [`${section}.view`, `${section}.edit`])
const internalRoutes = Object.values<Route>(adminRoutes).flatMap(({ name, method, path, owner, permissions = [] }) => {
  if (!owner) return []
  const filled = internalPath(owner, path)
    .replace('{date}', '2026-12-05')
    .replaceAll(/\{\w+\}/g, 'none')
  return [{ name, method, owner, permissions, path: filled }]
})

describe.each(internalRoutes)('$name', ({ method, path, owner, permissions }) => {
  const answerTo = (authorization?: string) =>
    services[owner].anyone.send(method, path, { headers: authorization ? { authorization } : {} })
  const sign = async ({ allowed = permissions, audience = owner, key = internalKeys.signingKey, agoMs = 0 }) => {
    const clock = () => new Date(services[owner].clock.now().getTime() - agoMs)
    return `Bearer ${await signInternalToken({ adminId: 'admin-1', permissions: allowed, audience }, key, clock)}`
  }

  test('UNAUTHORIZED without a token, and with one that is not an internal token for this service now', async () => {
    const { issuer, clock } = services[owner]
    const tokens = [
      undefined,
      `Bearer ${await issuer.token({ subject: 'some-member', issuedAt: clock.now() })}`,
      await sign({ agoMs: 120_000 }),
      await sign({ audience: owner === 'me' ? 'booking' : 'me' }),
      await sign({ key: createInternalKeys().signingKey }),
    ]
    for (const token of tokens) expect(await answerTo(token)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    expect((await answerTo()).headers.get('www-authenticate')).toBe('Bearer')
  })

  test('FORBIDDEN when any of its permissions is missing, and with them not', async () => {
    for (const missing of permissions) {
      const allowed = allPermissions.filter(permission => permission !== missing)
      expect(await answerTo(await sign({ allowed })), missing).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    }
    expect([401, 403]).not.toContain((await answerTo(await sign({}))).status)
  })
})

test.each([
  ['booking', '/api/booking/bookings'],
  ['checkout', '/api/checkout/sessions/none'],
  ['me', '/api/me/orders'],
] as const)("an internal token opens no member's endpoint of %s", async (owner, path) => {
  expect(await services[owner].administrator().get(path)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
})
