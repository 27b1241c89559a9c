import { expect, test } from 'vitest'
import { boundedState, changesBetween } from './changes.ts'

// docs/contract/admin.md#audit-log: an entry keeps what changed.
const lists = [
  ['of values, the removed and the added ones', ['a', 'b', 'b'], ['b', 'c'], ['a', 'b'], ['c']],
  ['in another order, both', ['a', 'b'], ['b', 'a'], ['a', 'b'], ['b', 'a']],
  [
    'of elements with ids, the changed ones first, with their changed fields',
    [{ id: 9, name: 'x' }, { id: 1, name: 'y', sites: 5 }, { id: 2 }],
    [{ id: 2 }, { id: 3, name: 'z' }, { id: 1, name: 'y', sites: 6 }],
    [
      { id: 1, sites: 5 },
      { id: 9, name: 'x' },
    ],
    [
      { id: 1, sites: 6 },
      { id: 3, name: 'z' },
    ],
  ],
] as const

test.each(lists)('a list %s', (_, was, is, before, after) => {
  expect(changesBetween({ id: 'c', list: was, same: was }, { id: 'c', list: is, same: was })).toEqual({
    before: { list: before },
    after: { list: after },
  })
})

test('fields within fields, also absent ones, and nothing of what stays', () => {
  const was = { id: 'p', stock: { a: 1, b: 2 }, image: null, notes: [] }
  expect(changesBetween(was, { ...was, stock: { b: 3, c: 4 }, image: '/i' })).toEqual({
    before: { stock: { a: 1, b: 2 }, image: null },
    after: { stock: { b: 3, c: 4 }, image: '/i' },
  })
  expect(changesBetween(was, was)).toEqual({ before: {}, after: {} })
})

test('a record that is created, or that is part of another one, is kept as a whole, once', () => {
  const zone = { id: 'z', name: 'River' }
  expect(changesBetween(null, zone)).toEqual({ before: null, after: zone })
  expect(changesBetween({ id: 'campground', zones: [] }, zone)).toEqual({ before: null, after: zone })
})

test('until the outcome is known: what is removed, or the record without its lists', () => {
  const booking = { id: 'b', contact: { name: 'A', tags: [1] }, notes: [{ id: 'n1' }, { id: 'n2', text: 't' }] }
  expect(boundedState(booking, 'n2', true)).toEqual({ notes: [{ id: 'n2', text: 't' }] })
  expect(boundedState(booking, 'b', true)).toEqual(booking)
  expect(boundedState(booking, 'b', false)).toEqual({ id: 'b', contact: { name: 'A' } })
  expect(boundedState(null, 'b', false)).toBeNull()
})
