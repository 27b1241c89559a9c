import { expect, test } from 'vitest'
import { CampstoreError } from './client.ts'
import { overtakenFields, showAtFields } from './forms.ts'

/** Shows an error at a form with an e-mail and a line. */
function show(code: CampstoreError['code'], ...details: { path: string; message: string }[]) {
  const shown: string[] = []
  const form = {
    getValues: () => ({ email: 'a@example.com', carrier: undefined, checkOut: '2026-12-30', lines: [{ quantity: 1 }] }),
    setError: (field: string, { message }: { message: string }) => void shown.push(`${field} ${message}`),
  }
  const isAll = showAtFields(form, new CampstoreError('', { operation: 'test', code, details }))
  return { isAll, shown }
}

test('what the API refuses is shown at the fields of the form', () => {
  expect(show('CONFLICT', { path: 'email', message: 'is taken' })).toEqual({ isAll: true, shown: ['email is taken'] })
  expect(
    show(
      'VALIDATION_ERROR',
      { path: 'lines.0.quantity', message: 'must be at least 1' },
      { path: 'carrier', message: 'is missing' },
    ),
  ).toEqual({ isAll: true, shown: ['lines.0.quantity must be at least 1', 'carrier is missing'] })
})

test('a form may be a part of its request', () => {
  expect(show('CONFLICT', { path: 'users.0.email', message: 'is taken' }).shown).toEqual(['email is taken'])
})

test('a stay beyond the rules is told at its date', () => {
  const late = { path: 'checkOut', message: 'must not be after 2026-12-12' }
  expect(show('BOOKING_WINDOW_EXCEEDED', late)).toMatchObject({ isAll: true, shown: [`checkOut ${late.message}`] })
})

test('another reason is left to tell', () => {
  expect(show('VALIDATION_ERROR', { path: 'nothing', message: 'x' }, { path: 'email', message: 'y' })).toEqual({
    isAll: false,
    shown: ['email y'],
  })
  expect(show('CONFLICT').isAll).toBe(false)
  expect(show('NOT_FOUND', { path: 'email', message: 'x' })).toEqual({ isAll: false, shown: [] })
})

test('fields that somebody else has changed to another value are told, also inside a group', () => {
  const known = { name: 'Lin', price: '1.00', weekdays: [0], contact: { name: 'Wang', phone: '0911' } }
  const now = { name: 'Lin Da', price: '2.00', weekdays: [6], contact: { name: 'Wang', phone: '0922' } }
  const changed = { name: 'Lin Mei', price: '2.00', weekdays: [], contact: { name: 'Wang Da', phone: '0911' } }
  expect(overtakenFields(known, now, changed)).toEqual([
    ['name', 'Lin Da'],
    ['weekdays', ''],
    ['contact.phone', '0922'],
  ])
})

test('formatted texts and instants that somebody else has written are told without them', () => {
  const now = { description: '<p>Dry</p>', endsAt: '2026-11-29T08:00:00.000Z' }
  const told = overtakenFields({ description: null, endsAt: null }, now, { description: '<p>x</p>', endsAt: 'x' })
  expect(told).toEqual(Object.keys(now).map(name => [name, '']))
})
