import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPayments, type Payments } from './payments.ts'
import { acceptedForm, shop } from './testing/form.ts'

let published: PaymentNotification[]
let brokerError: Error | undefined
let payments: Payments
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T08:10:00.000Z') })
  published = []
  brokerError = undefined
  payments = createPayments({
    shop,
    publish: async notification => {
      if (brokerError) throw brokerError
      published.push(notification)
    },
  })
})
afterEach(() => {
  payments.stop()
  vi.useRealTimers()
})

const form = acceptedForm()
const later = { kind: 'later', delaySeconds: 30 } as const
const types = () => published.map(({ type }) => type)
const reportsOf = async (choice: Parameters<Payments['choose']>[1]) =>
  payments.find(await payments.choose(form, choice))?.reports ?? []

test('pay publishes one successful payment', async () => {
  expect(await reportsOf({ kind: 'pay' })).toMatchObject([{ isPublished: true, at: new Date() }])
  expect(types()).toEqual(['payment.succeeded'])
})

test('fail publishes a failed payment, and the next attempt may succeed', async () => {
  await payments.choose(form, { kind: 'fail' })
  expect(await reportsOf({ kind: 'pay' })).toHaveLength(2)
  expect(types()).toEqual(['payment.failed', 'payment.succeeded'])
  expect(published[0]?.eventId).not.toBe(published[1]?.eventId)
})

test('twice publishes two payments', async () => {
  expect(await reportsOf({ kind: 'twice' })).toHaveLength(2)
  expect(new Set(published.map(({ eventId }) => eventId)).size).toBe(2)
  expect(new Set(published.map(({ providerTradeNo }) => providerTradeNo)).size).toBe(2)
})

test('a repeated submit publishes the same payment again, and is shown once', async () => {
  await payments.choose(form, { kind: 'pay' })
  vi.advanceTimersByTime(5_000)
  expect(await reportsOf({ kind: 'pay' })).toHaveLength(1)
  const [first, second] = published
  expect(second).toEqual({ ...first, paidAt: '2026-11-20T16:10:05+08:00' })
})

describe('later', () => {
  test('publishes after the delay, and the page says so before', async () => {
    expect(await reportsOf(later)).toMatchObject([{ isPublished: false, at: new Date('2026-11-20T08:10:30.000Z') }])
    await vi.advanceTimersByTimeAsync(29_999)
    expect(published).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(published).toMatchObject([{ type: 'payment.succeeded', paidAt: '2026-11-20T16:10:30+08:00' }])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(published).toHaveLength(1)
  })

  test('chosen again, the new delay replaces the old one', async () => {
    await payments.choose(form, later)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await reportsOf(later)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(published).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(published).toHaveLength(1)
  })

  test('paid in the meantime, it is not published a second time', async () => {
    await payments.choose(form, later)
    await payments.choose(form, { kind: 'pay' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(published).toHaveLength(1)
  })

  test('is repeated until the broker confirms', async () => {
    brokerError = new Error('no broker')
    const reports = await reportsOf(later)
    await vi.advanceTimersByTimeAsync(36_000)
    expect(reports).toMatchObject([{ isPublished: false, problem: 'no broker' }])
    brokerError = undefined
    await vi.advanceTimersByTimeAsync(5_000)
    expect(reports).toMatchObject([{ isPublished: true, problem: undefined }])
    expect(published).toHaveLength(1)
  })

  test('a stop drops it and says how many', async () => {
    await payments.choose(form, later)
    expect(payments.stop()).toBe(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(published).toEqual([])
  })
})

test('a payment that is not published is not noted', async () => {
  brokerError = new Error('no broker')
  await expect(payments.choose(form, { kind: 'pay' })).rejects.toThrow('no broker')
  brokerError = undefined
  expect(await reportsOf({ kind: 'fail' })).toHaveLength(1)
})

test('of more than 200 payments, the oldest is forgotten', async () => {
  const first = await payments.choose(form, { kind: 'pay' })
  for (let count = 0; count < 200; count += 1) await payments.choose(acceptedForm(), { kind: 'fail' })
  expect(payments.find(first)).toBeUndefined()
})
