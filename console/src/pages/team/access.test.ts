import { expect, test } from 'vitest'
import { accessOf, choiceOf, overridesOf } from './access.ts'

test('permissions of a section are none, view, or edit, which includes view', () => {
  const permissions = ['orders.view', 'orders.edit', 'bookings.view']
  expect(['orders', 'bookings', 'coupons'].map(section => accessOf(section, permissions))).toEqual([
    'edit',
    'view',
    'none',
  ])
})

test('choices become the overrides that they were read from', () => {
  const permissionOverrides = {
    orders: { view: true, edit: false },
    coupons: { view: false, edit: false },
    products: { view: true, edit: true },
  }
  const choices = Object.fromEntries(
    ['orders', 'coupons', 'products', 'bookings'].map(section => [section, choiceOf(section, { permissionOverrides })]),
  )
  expect(choices).toEqual({ orders: 'view', coupons: 'none', products: 'edit', bookings: 'role' })
  expect(overridesOf(choices)).toEqual(permissionOverrides)
})
