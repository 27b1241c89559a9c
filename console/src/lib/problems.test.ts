import { createCouponSchema } from '@campstore/contract/admin/coupons'
import { createReceiptSchema } from '@campstore/contract/admin/inventory'
import { changeStaySchema } from '@campstore/contract/admin/stay-changes'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { arrivals } from '../texts/arrivals.ts'
import { bookings } from '../texts/bookings.ts'
import { common } from '../texts/common.ts'
import { textsIn } from '../texts/text.ts'
import { namedProblem, problemText } from './problems.ts'

const texts = textsIn('en', { ...common, arrivals, bookings })
beforeAll(() => i18next.init({ lng: 'en', resources: { en: { texts } }, defaultNS: 'texts' }))

/** The texts of a form for each mistake. */
const textsOf = (schema: z.ZodType, value: unknown) =>
  schema
    .safeParse(value)
    .error?.issues.map(({ path, code, message }) => [path.join('.'), problemText({ type: code, message })])

test('a field says what it takes', () => {
  const line = { variantId: 'v', quantity: 0 }
  expect(textsOf(createReceiptSchema, { locationId: '', lines: [line], idempotencyKey: 'k' })).toContainEqual([
    'lines.0.quantity',
    'At least 1.',
  ])
  expect(textsOf(createCouponSchema.shape.discountValue, 'abc')).toEqual([['', 'Enter an amount like 1200.00.']])
  expect(textsOf(createCouponSchema.shape.discountValue, '0')).toEqual([['', 'More than 0.']])
  expect(textsOf(createCouponSchema.shape.code, '')).toEqual([['', 'Required']])
  expect(textsOf(createCouponSchema.shape.code, 'A\u200b')).toEqual([['', texts.problems.invisible]])
  expect(textsOf(changeStaySchema.shape.arrivalTime, 'noon')).toEqual([['', texts.problems.time]])
  expect(textsOf(createCouponSchema.shape.code, 'x'.repeat(65))).toEqual([['', 'At most 64 characters.']])
  expect(textsOf(createCouponSchema.shape.usageLimit, 3e9)).toEqual([['', 'At most 2147483647.']])
})

test('what the API says of a field is a sentence without its name', () => {
  expect(problemText({ type: 'refused', message: 'must be at most 5160.00' })).toBe('At most NT$5,160.')
  expect(problemText({ type: 'refused', message: 'is taken' })).toBe('Already in use.')
  expect(problemText({ type: 'custom', message: 'must be at most 100 for a percentage' })).toBe('At most 100.')
  expect(problemText({ type: 'custom', message: 'must be lower than in the tier before' })).toBe(
    'Must be lower than above.',
  )
  expect(problemText({ type: 'refused', message: 'does not exist' })).toBe('Does not exist.')
})

test('a field of a line is named as people know it', () => {
  expect(namedProblem('lines.0.quantity', 'must be at most 29')).toBe('Pieces in line 1 must be at most 29')
  expect(namedProblem('checkInFrom', 'is missing')).toBe('checkInFrom is missing')
  expect(namedProblem('checkOut', 'must be after checkIn')).toBe('Check-out must be after Check-in')
  expect(problemText({ type: 'refused', message: 'is later than checkOut' })).toBe('Is later than Check-out.')
})
