import { expect, test } from 'vitest'
import { differencesOf } from './audit-differences.ts'

test('fields of both sides stand side by side, and those that differ are marked', () => {
  const before = { status: 'unshipped', items: [{ sku: 'A', picks: [] }], shipment: null }
  const after = { status: 'shipped', items: [{ sku: 'A', picks: [] }], shipment: { carrier: 'Black Cat' } }
  expect(differencesOf(before, after)).toEqual([
    { path: 'status', before: 'unshipped', after: 'shipped', isChanged: true },
    { path: 'items[0].sku', before: 'A', after: 'A', isChanged: false },
    { path: 'items[0].picks', before: '[]', after: '[]', isChanged: false },
    { path: 'shipment', before: '–', after: undefined, isChanged: true },
    { path: 'shipment.carrier', before: undefined, after: 'Black Cat', isChanged: true },
  ])
})

test('nothing has changed where one side is not known', () => {
  expect(differencesOf(null, { code: 'WELCOME10' })).toEqual([
    { path: 'code', before: undefined, after: 'WELCOME10', isChanged: false },
  ])
})

test('of a record that is new in a list, its fields', () => {
  expect(differencesOf({ notes: [], tags: [] }, { notes: [{ text: 'late' }], tags: [] })).toEqual([
    { path: 'tags', before: '[]', after: '[]', isChanged: false },
    { path: 'notes[0].text', before: undefined, after: 'late', isChanged: true },
  ])
})

test('of a list of values, what was removed and what was added', () => {
  const before = { permissions: ['bookings.view', 'orders.view', 'orders.edit', 'team.view'], tags: ['a', 'b'] }
  const after = { permissions: ['bookings.view', 'orders.view', 'team.view', 'stock.view'], tags: ['b', 'a'] }
  expect(differencesOf(before, after)).toEqual([
    { path: 'permissions', before: 'orders.edit', after: 'stock.view', isChanged: true },
    { path: 'tags', before: 'a, b', after: 'b, a', isChanged: false },
  ])
})

test('the time of the change is left out where another field has changed', () => {
  const [early, late] = ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z']
  const isChanged = (before: object, after: object) => differencesOf(before, after).map(field => field.isChanged)
  expect(isChanged({ name: 'A', updatedAt: early }, { name: 'B', updatedAt: late })).toEqual([true, false])
  expect(isChanged({ name: 'A', updatedAt: early }, { name: 'A', updatedAt: late })).toEqual([false, true])
})
