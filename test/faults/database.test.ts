import { readFileSync } from 'node:fs'
import { paymentsQueue } from '@campstore/holds/topology'
import { parkedQueue } from '@campstore/messaging/topology'
import { paymentFor } from '@campstore/testing/payments'
import type { ApiResponse } from '@campstore/testing/send'
import { until } from '@campstore/testing/waiting'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBroker } from '../../tools/broker/on-broker.ts'
import { endsBySigterm, expectAllExpired, repeatAll, startCheckouts, storedIds } from '../system/checkouts.ts'
import { kindOf, type MemberClient, sessionPaths, tally, withoutSecondsLeft } from '../system/client.ts'
import { allDecided, holdBoth, outcomesOf, payAll, untilAfter } from '../system/paid-in-time.ts'
import { privatePostgres } from '../system/private-servers.ts'
import { createSampleRequests, heldId, type SampleRequests } from '../system/sample-requests.ts'
import { endOf, type System, startSystem } from '../system/system.ts'
import { forSeconds } from '../system/waiting.ts'

let postgres: Awaited<ReturnType<typeof privatePostgres>>
let system: System
let member: MemberClient
let samples: SampleRequests
beforeAll(async () => {
  postgres = await privatePostgres()
  system = await startSystem({ services: ['booking', 'checkout'], database: postgres.database(), holdSeconds: 16 })
  member = await system.member()
  samples = await createSampleRequests(system.owner)
})
afterAll(async () => {
  await system?.stop()
  await postgres.kill()
})

const load = { clients: 4, pauseMs: 300, maxRequests: 5000 }

test('PostgreSQL stopped, and then killed, under load: requests fail with 503 only, no successful response is lost, and all recovers by itself', async () => {
  const before = await storedIds(system)
  const { requests, ...running } = startCheckouts(load, [member], samples)
  const last = () => running.responses.slice(-4 * load.clients)
  await until(() => last().length === 4 * load.clients)
  for (const end of [postgres.stop, postgres.kill]) {
    await end()
    await until(() => last().some(({ status }) => status === 503))
    await forSeconds(1)
    await postgres.start()
    // Each process detects separately that its connections are gone, and a paused process does so later.
    await until(() => last().every(({ status }) => status === 200))
  }
  const responses = await running.stop()

  expect(Object.keys(tally(responses)).toSorted()).toEqual(['200', '503 SERVICE_UNAVAILABLE'])
  for (const process of system.processes()) expect(await endOf(process)).toBe('still runs')

  // A member whose request failed sends it again, and gets the result of the first one, if there was one.
  await expectAllExpired(system, await repeatAll(requests), before)
})

test('a replay waits for the synchronous standby, as the first response did, with its key in the body or in the header', async () => {
  const checkouts = [samples.stay(member), samples.order(member)]
  const [bookingId = '', orderId = ''] = await Promise.all(checkouts.map(async request => heldId(await request())))
  const paths = [`${sessionPaths.booking}/${bookingId}/cancel`, `${sessionPaths.order}/${orderId}/cancel`]
  const headers = { 'idempotency-key': 'cancel' }
  const cancels = paths.map(path => () => member.post(path, undefined, headers))
  for (const requests of [checkouts, cancels]) {
    const repeat = () => Promise.all(requests.map(request => request()))
    const first = await repeat()
    expect(first.map(kindOf)).toEqual(['200', '200'])
    expect(await replaysThatWait(repeat)).toEqual(first.map(({ text }) => withoutSecondsLeft(text)))
  }
})

test('a payment that comes again is kept until the standby has what its first delivery wrote', async () => {
  const held = await holdBoth(system, 1)
  const payments = held.map(({ kind, id, amount }) => paymentFor({ kind, id }, amount, new Date()))
  const publishAll = () => Promise.all(payments.map(payment => system.payments.publish(payment)))
  const repeated = () =>
    system.processes().filter(({ log }) => readFileSync(log, 'utf8').includes('"outcome":"repeated"')).length
  await publishAll()
  await allDecided(system, held)
  await withoutStandby(async () => {
    await publishAll()
    await until(() => doBothWaitIn('commit'))
    expect(repeated()).toBe(0)
  })
  await expect.poll(repeated).toBe(2)
})

/** The texts of replays that have waited for the standby. One that waits too long is 503, and comes again. */
async function replaysThatWait(repeat: () => Promise<ApiResponse[]>): Promise<string[]> {
  const replays: ApiResponse[] = []
  await until(async () => {
    let haveWaited = false
    let coming = Promise.resolve<ApiResponse[]>([])
    await withoutStandby(async () => {
      let areThere = false
      coming = repeat().finally(() => {
        areThere = true
      })
      await until(async () => {
        haveWaited = await doBothWaitIn('%campstore.await%')
        return haveWaited || areThere
      })
    })
    replays.splice(0, Infinity, ...(await coming))
    return haveWaited && replays.every(({ status }) => status < 500)
  })
  return replays.map(({ text }) => withoutSecondsLeft(text))
}

/** Does something while commits wait for a standby that is not there. */
async function withoutStandby(action: () => Promise<void>): Promise<void> {
  await setStandbys("set synchronous_standby_names = 'stopped'")
  try {
    let isAsked = false
    await until(async () => {
      if (!isAsked) {
        isAsked = true
        void system.owner.query("select pg_logical_emit_message(true, 'probe', '')").finally(() => {
          isAsked = false
        })
      }
      return (await waitingIn('%probe%')).length > 0
    })
    await action()
  } finally {
    await setStandbys('reset synchronous_standby_names')
  }
}

/** Whether a session of each service waits for the standby in a statement like this. */
async function doBothWaitIn(statement: string): Promise<boolean> {
  const roles = await waitingIn(statement)
  return roles.includes('campstore_booking') && roles.includes('campstore_checkout')
}

async function waitingIn(statement: string): Promise<string[]> {
  const waiting = `select usename from pg_stat_activity where wait_event = 'SyncRep' and query like $1`
  return (await system.owner.query<{ usename: string }>(waiting, [statement])).rows.map(({ usename }) => usename)
}

/** Changes which standbys commits wait for. */
async function setStandbys(change: string): Promise<void> {
  await system.owner.query(`alter system ${change}`)
  await system.owner.query('select pg_reload_conf()')
}

test('a database that refuses, by a wrong password or a grant that is gone, parks no payment: all are applied when it takes them again', async () => {
  const held = await holdBoth(system, 6)
  const lockAccount = 'checkout.lock_account(text, text, text, text, text)'
  const { password } = new URL(postgres.urlFor('booking'))
  await system.owner.query(`alter role campstore_booking password 'another'`)
  await system.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'campstore_booking'`,
  )
  await system.owner.query(`revoke execute on function ${lockAccount} from campstore_checkout`)

  await payAll(system, held)
  await untilAfter(held, 3)
  expect(await outcomesOf(system, held)).toEqual({ undecided: 12 })
  expect(await parkedPayments()).toBe(0)

  await system.owner.query(`alter role campstore_booking password '${password}'`)
  await system.owner.query(`grant execute on function ${lockAccount} to campstore_checkout`)
  await expect.poll(() => outcomesOf(system, held), { interval: 500 }).toEqual({ paid: 12 })
  expect(await parkedPayments()).toBe(0)
})

const parkedPayments = (): Promise<number> =>
  onBroker(system.rabbitmqUrl, async connection => {
    const channel = await connection.createChannel()
    const queues = [paymentsQueue('booking'), paymentsQueue('order')].map(parkedQueue)
    const counts = await Promise.all(queues.map(queue => channel.checkQueue(queue)))
    return counts.reduce((sum, { messageCount }) => sum + messageCount, 0)
  })

test('SIGTERM while PostgreSQL is frozen: every service ends gracefully, by itself', async () => {
  const running = startCheckouts(load, [member], samples)
  await forSeconds(1)
  postgres.freeze()
  await forSeconds(1)
  const ends = await endsBySigterm(system)
  postgres.resume()
  await running.stop()
  expect(ends).toEqual(ends.map(() => 'exit code 0'))
})
