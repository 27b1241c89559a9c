import { expect, test } from 'vitest'
import { checkout, evidenceOf, payment, storedPayment } from '../random-faults/checks/fixtures.ts'
import { recoveryLines, recoveryTimes } from './recovery-times.ts'

const kill = { number: 1, kind: 'PostgreSQL kill', beganAt: 10_000, endedAt: 25_000, healedAt: 30_000 }
const failed = { status: 503, seen: undefined }

test('checkouts count from the kill: the first without failure, and the last failure until everything runs again', () => {
  const { history, stored } = evidenceOf({
    requests: [
      checkout({ sentAt: 9_000, respondedAt: 10_500 }),
      checkout({ sentAt: 10_100, respondedAt: 12_000, ...failed }),
      checkout({ sentAt: 12_500, respondedAt: 13_000, status: 409, seen: undefined }),
      checkout({ sentAt: 13_100, respondedAt: 14_200, ...failed }),
      checkout({ sentAt: 30_100, respondedAt: 30_200, ...failed }),
    ],
  })
  expect(recoveryTimes(kill, history, stored)).toMatchObject({ firstCheckout: 3_000, lastFailedCheckout: 4_200 })
})

test('payments count when they are recorded, the slowest from when it was sent', () => {
  const { history, stored } = evidenceOf({
    sent: [
      payment({ eventId: 'waiting', sentAt: 9_900, confirmedAt: 12_900 }),
      payment({ eventId: 'after', sentAt: 11_000 }),
      payment({ eventId: 'done', sentAt: 9_000 }),
      payment({ eventId: 'lost', sentAt: 12_000 }),
    ],
    payments: [
      storedPayment({ eventId: 'waiting', receivedAt: 15_000 }),
      storedPayment({ eventId: 'after', receivedAt: 15_500 }),
      storedPayment({ eventId: 'done', receivedAt: 9_100 }),
    ],
  })
  expect(recoveryTimes(kill, history, stored)).toMatchObject({
    firstPayment: 5_500,
    slowestPayment: 5_100,
    confirmOfSlowest: 3_000,
  })
})

test('without checkouts and payments there are no times', () => {
  const { history, stored } = evidenceOf({ faults: [kill] })
  expect(recoveryLines(history, stored).at(-1)).toBe(
    '  PostgreSQL kill  none            0.0          none           none             none         20.0',
  )
})
