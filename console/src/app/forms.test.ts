import { expect, test } from 'vitest'
import { CampstoreError } from './client.ts'
import { overtakenFields, showAtFields } from './forms.ts'

const late = 'must not be after 2026-12-12'

// A form may be a part of its request, and a stay beyond the rules is told at its date.
test.each<[CampstoreError['code'], Record<string, string>, isAll: boolean, shown: string[]]>([
  ['CONFLICT', { email: 'is taken' }, true, ['email is taken']],
  ['CONFLICT', { 'users.0.email': 'is taken' }, true, ['email is taken']],
  ['VALIDATION_ERROR', { 'lines.0.quantity': 'x', carrier: 'y' }, true, ['lines.0.quantity x', 'carrier y']],
  ['BOOKING_WINDOW_EXCEEDED', { checkOut: late }, true, [`checkOut ${late}`]],
  ['VALIDATION_ERROR', { nothing: 'x', email: 'y' }, false, ['email y']],
  ['CONFLICT', {}, false, []],
  ['NOT_FOUND', { email: 'x' }, false, []],
])('of %s with %j, what belongs to fields of the form is shown there', (code, problems, isAll, expected) => {
  const shown: string[] = []
  const form = {
    getValues: () => ({ email: 'a@example.com', carrier: undefined, checkOut: '2026-12-30', lines: [{ quantity: 1 }] }),
    setError: (field: string, { message }: { message: string }) => void shown.push(`${field} ${message}`),
  }
  const details = Object.entries(problems).map(([path, message]) => ({ path, message }))
  expect(showAtFields(form, new CampstoreError('', { operation: 'test', code, details }))).toBe(isAll)
  expect(shown).toEqual(expected)
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
