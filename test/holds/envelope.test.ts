import { version } from '@campstore/core/version'
import { useFixture } from '@campstore/testing/use-fixture'
import { eventually } from '@campstore/testing/waiting'
import { describe, expect, test } from 'vitest'
import { bookings } from './bookings.ts'
import { openHold } from './driver.ts'
import { orders } from './orders.ts'

// Envelope, errors and headers of each service itself (docs/contract/conventions.md#envelope).

describe.each([bookings, orders])('$kind', suite => {
  const holds = useFixture(() => suite.start())

  test('HEAD answers like GET, without a body', async () => {
    const { member, path } = await openHold(suite, holds)
    const answer = await member.client.send('HEAD', path)
    expect([answer.status, answer.body]).toEqual([200, undefined])
  })

  describe('health', () => {
    test('live: the process answers', async () => {
      expect((await holds.anyone.get('/health/live')).body).toEqual({ success: true, data: { status: 'up', version } })
    })

    test('ready: it can serve, and shows the state of what it needs', async () => {
      const messages = { parked: 0, setAside: 0, rejected: 0, unrouted: 0, unapplied: 0 }
      const data = { status: 'up', version, database: 'up', broker: 'up', messages }
      await eventually(async () => {
        expect((await holds.anyone.get('/health/ready')).body).toEqual({ success: true, data })
      })
    })
  })
})
