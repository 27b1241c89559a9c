import { expect, test } from 'vitest'
import {
  checkout,
  created,
  endedBy,
  evidenceOf,
  payment,
  request,
  storedHold,
  storedPayment,
} from './checks/fixtures.ts'
import { latenessOfExpiries, percentile, recoveries } from './measures.ts'

const fault = { number: 1, kind: 'PostgreSQL stop', beganAt: 10_000, endedAt: 13_000, healedAt: 14_000 }

test('recovery is the time from the begin and from the end of a fault to the first success that was sent after it', () => {
  const { history, stored } = evidenceOf({
    faults: [fault],
    requests: [
      checkout({ sentAt: 9_900, respondedAt: 10_100 }),
      checkout({ sentAt: 10_200, respondedAt: 10_900, status: 503, seen: undefined }),
      checkout({ sentAt: 13_100, respondedAt: 13_400, status: 409, seen: undefined }),
      request('read', 10_300, { respondedAt: 10_500 }),
    ],
    sent: [payment({ confirmedAt: 11_000 })],
    payments: [storedPayment({ receivedAt: 13_700 })],
  })
  expect(recoveries(history, stored)).toEqual([
    {
      kind: 'PostgreSQL stop',
      count: 1,
      requests: 3,
      failed: 1,
      recoveries: [
        {
          checkout: { afterBegin: 3_400, afterEnd: 400 },
          payment: { afterBegin: 3_700, afterEnd: undefined },
          read: { afterBegin: 500, afterEnd: undefined },
        },
      ],
    },
  ])
})

test('an expiry is undisturbed when there was no fault that affects holds during the hold', () => {
  const holds = [
    storedHold({ transitions: [created, endedBy('system', 21_030)] }),
    storedHold({ transitions: [{ ...created, at: 15_000 }, endedBy('system', 21_200)] }),
    storedHold({ transitions: [created, endedBy('member', 5_000)] }),
  ]
  const unrelated = { ...fault, kind: 'Redis stop + products kill', beganAt: 1_000, healedAt: 30_000 }
  const { history, stored } = evidenceOf({ holds, faults: [fault, unrelated] })
  expect(latenessOfExpiries(history, stored)).toEqual({ undisturbed: [200], all: [30, 200] })
})

test('percentiles', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([percentile(values, 0.5), percentile(values, 0.99), percentile([], 0.5)]).toEqual([51, 100, undefined])
})
