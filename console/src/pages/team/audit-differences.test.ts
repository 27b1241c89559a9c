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
