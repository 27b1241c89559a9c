import { signedMessage } from '@campstore/payments/notification'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPayments, type Payments, type Report } from './payments.ts'
import { acceptedForm, shop } from './testing/form.ts'

let published: Report['notification'][]
let brokerError: Error | undefined
let payments: Payments
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-12-31T16:00:07.900Z') })
  published = []
  brokerError = undefined
  payments = createPayments({
    shop,
    deliver: async ({ notification, at }) => {
      if (brokerError) throw brokerError
      published.push(notification)
      return { message: signedMessage(notification, { secret: 'a-secret', at }) }
    },
  })
})
afterEach(() => {
  payments.stop()
  vi.useRealTimers()
})

const form = acceptedForm()
const later = { kind: 'later', delaySeconds: 30 } as const
const reportsOf = async (choice: Parameters<Payments['choose']>[1]) =>
  payments.find(await payments.choose(form, choice))?.reports ?? []

test('a later payment is published after the delay, which a new choice replaces', async () => {
  await payments.choose(form, later)
  await vi.advanceTimersByTimeAsync(20_000)
  expect((await reportsOf(later)).map(({ delivery }) => delivery)).toEqual([undefined])
  await vi.advanceTimersByTimeAsync(29_999)
  expect(published).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(published).toMatchObject([{ type: 'payment.succeeded', paidAt: '2027-01-01T00:00:57+08:00' }])
})

test('a later payment is not published a second time after a payment in the meantime, and never after a stop', async () => {
  await payments.choose(form, later)
  await payments.choose(form, { kind: 'pay' })
  await payments.choose(acceptedForm(), later)
  expect(payments.stop()).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(published).toHaveLength(1)
})

test('a later payment is repeated until the broker confirms', async () => {
  brokerError = new Error('no broker')
  const reports = await reportsOf(later)
  await vi.advanceTimersByTimeAsync(36_000)
  expect(reports).toMatchObject([{ problem: 'no broker' }])
  brokerError = undefined
  await vi.advanceTimersByTimeAsync(5_000)
  expect(reports).toMatchObject([{ delivery: {}, problem: undefined }])
  expect(published).toHaveLength(1)
})
