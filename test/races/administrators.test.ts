import { setTimeout as pause } from 'node:timers/promises'
import { openCampground } from '@campstore/testing/campground'
import type { ApiResponse } from '@campstore/testing/send'
import { storedHold } from '@campstore/testing/stored-holds'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { audit } from '../system/audit.ts'
import { stayAt } from '../system/campground.ts'
import { kindOf, sessionOf, tally } from '../system/client.ts'
import { startLoad } from '../system/load.ts'
import { allAtOnce, deadlocks, withLockBarrier } from '../system/lock-barrier.ts'
import { auditEntries, type StaffClient, signInStaff } from '../system/staff.ts'
import { openStore } from '../system/store.ts'
import { type System, startSystem } from '../system/system.ts'

/** Few enough that each concurrent request gets a database connection to wait on. */
const concurrentBookings = 5

let system: System
beforeAll(async () => {
  // Long enough to pay in time, and shorter than a statement may wait for a lock.
  system = await startSystem({ services: ['booking', 'products', 'admin'], holdSeconds: 30, sweepSeconds: 1 })
})
afterAll(() => system?.stop())
afterEach(async () => {
  expect(await deadlocks(system.owner)).toBe(0)
  expect(await audit(system.owner)).toEqual([])
})

const user = ({ adminId }: StaffClient) => `/api/admin/users/${adminId}`

/** Two administrators change each other concurrently. */
const changeEachOther = ([one, other]: [StaffClient, StaffClient], change: object) =>
  allAtOnce(system.owner, { table: 'admin.account', atLeast: 2 }, () =>
    Promise.all([one.patch(user(other), change), other.patch(user(one), change)]),
  )

/** The only active administrators. */
async function onlyTwoAdministrators(): Promise<[StaffClient, StaffClient]> {
  await system.owner.query('update admin.account set active = false')
  return [await signInStaff(system, 'admin'), await signInStaff(system, 'admin')]
}

async function activeAdmins(): Promise<number> {
  const { rowCount } = await system.owner.query(`select from admin.account where active and role = 'admin'`)
  return rowCount ?? 0
}

test('the only two administrators deactivate each other: one is refused, and one remains', async () => {
  const pair = await onlyTwoAdministrators()
  const responses = await changeEachOther(pair, { active: false })
  expect(tally(responses)).toEqual({ '200': 1, '403 ADMIN_INACTIVE': 1 })
  expect(await activeAdmins()).toBe(1)
  const [deactivated, remaining] = responses[0].status === 200 ? [pair[1], pair[0]] : pair
  expect(kindOf(await deactivated.get('/api/admin/users')), 'a deactivation takes effect at once').toBe(
    '403 ADMIN_INACTIVE',
  )
  expect(kindOf(await remaining.get('/api/admin/users'))).toBe('200')
  expect(await auditEntries(system.owner, deactivated.adminId)).toMatchObject([
    { action: 'bindAccount' },
    { action: 'changeUser', adminId: remaining.adminId, outcome: 'succeeded', before: { active: true } },
  ])
  const active = { active: true }
  expect(await remaining.patch(user(deactivated), active)).toMatchObject({ status: 200, data: active })
})

test('two administrators demote each other: one is refused, and an administrator remains', async () => {
  const pair = await onlyTwoAdministrators()
  expect(tally(await changeEachOther(pair, { role: 'warehouse' }))).toEqual({ '200': 1, '403 FORBIDDEN': 1 })
  expect(await activeAdmins()).toBe(1)
})

test('overrides change during requests: each response matches a permission that was valid during its request', async () => {
  const [admin, clerk] = [await signInStaff(system, 'admin'), await signInStaff(system, 'warehouse')]
  const { variantIds } = await openStore(system.owner, [0])
  const [variantId = ''] = variantIds
  const movement = { variantId, locationId: variantId.replace(/\d+$/, 'shop-0'), quantityDelta: 1, reason: 'delivered' }
  const load = startLoad({ clients: 4, pauseMs: 2, maxRequests: 5_000 }, () =>
    clerk.post('/api/admin/inventory-movements', movement),
  )
  const changes: Change[] = [{ allowed: true, response: { sentAt: 0, tookMs: 0 } }]
  for (let turn = 0; turn < 10; turn += 1) {
    const allowed = turn % 2 === 1
    const overrides = allowed ? {} : { inventory: { view: true, edit: false } }
    const response = await admin.put(`${user(clerk)}/permissions`, { overrides })
    expect(kindOf(response)).toBe('200')
    changes.push({ allowed, response })
    await pause(60)
  }
  const responses = await load.stop()
  expect(Object.keys(tally(responses)).toSorted()).toEqual(['201', '403 FORBIDDEN'])
  const mismatches = responses.filter(
    response => !changes.some((change, index) => matches(response, change, changes[index + 1])),
  )
  expect(mismatches).toEqual([])

  const { rows } = await system.owner.query<{ onHand: number; moved: number }>(
    `select on_hand as "onHand", (select count(*)::integer from inventory.movement where variant_id = $1) as moved
     from inventory.stock
     where variant_id = $1`,
    [variantId],
  )
  const booked = responses.filter(({ status }) => status === 201).length
  expect(rows).toEqual([{ onHand: booked, moved: booked }])
})

type Change = { allowed: boolean; response: Pick<ApiResponse, 'sentAt' | 'tookMs'> }

/** Whether a response matches a permission that may have been valid during its request. */
function matches({ status, sentAt, tookMs }: ApiResponse, state: Change, next: Change | undefined): boolean {
  const beganBy = state.response.sentAt
  const endedBy = next ? next.response.sentAt + next.response.tookMs : Number.POSITIVE_INFINITY
  return state.allowed === (status === 201) && sentAt <= endedBy && sentAt + tookMs >= beganBy
}

const startCheckouts = async (count: number) => {
  const campground = await openCampground(system.owner, { zones: [count] })
  const members = await system.members(count)
  return Promise.all(members.map(async member => sessionOf(await member.checkout(stayAt(campground)))))
}

const unpaid = ['409 CONFLICT', 'cancelled by system']
const paidInTime = ['200', 'pending by payment', 'confirmed by admin']
const paidLater = ['409 CONFLICT', 'pending by payment']

test.each([
  { payment: 'that was paid in time', paid: 'before', outcomes: [paidInTime] },
  { payment: 'that is paid at the last moment', paid: 'meanwhile', outcomes: [unpaid, paidInTime, paidLater] },
  { payment: 'that is not paid', paid: 'never', outcomes: [unpaid] },
])(
  'a confirmation against the expiry of a booking $payment: the response is what was decided under the lock',
  async scenario => {
    const operator = await signInStaff(system, 'operator')
    const sessions = await startCheckouts(concurrentBookings)
    const ids = sessions.map(({ bookingId }) => bookingId)
    const pay = () =>
      Promise.all(
        sessions.map(({ bookingId, pricing }) =>
          system.payments.pay({ kind: 'booking', id: bookingId }, pricing.finalAmount),
        ),
      )
    if (scenario.paid === 'before') {
      await pay()
      await expect.poll(() => countNotYet('paid', ids), { interval: 20 }).toBe(0)
    }
    const confirm = (id: string) => operator.post(`/api/admin/bookings/${id}/confirm`)
    const lock = { text: 'select from booking.booking where id = any ($1) for update', values: [ids] }
    const responses = await withLockBarrier(system.owner, lock, async barrier => {
      const early = ids.slice(0, 2).map(confirm)
      await barrier.untilWaiting(early.length)
      if (scenario.paid === 'meanwhile') {
        await pay()
        await barrier.untilWaiting(early.length + 2)
      }
      const late = ids.slice(2).map(confirm)
      await pause(Math.max(...sessions.map(session => Date.parse(session.checkoutExpiresAt))) - Date.now() + 100)
      await barrier.untilWaiting(ids.length)
      await barrier.release()
      return Promise.all([...early, ...late])
    })
    await expect.poll(() => countNotYet('ended', ids)).toBe(0)
    for (const [line, id] of ids.entries()) {
      const response = responses[line]
      const kind = response && kindOf(response)
      const { steps } = await storedHold(system.owner, id)
      expect([kind, ...steps]).toBeOneOf(scenario.outcomes)
      const outcome = kind === '200' ? 'succeeded' : 'refused'
      expect(await auditEntries(system.owner, id)).toMatchObject([{ action: 'confirmBooking', outcome }])
    }
  },
)

/** The number of these bookings that are not yet paid, or neither paid nor cancelled. */
async function countNotYet(state: 'paid' | 'ended', ids: readonly string[]): Promise<number | null> {
  const { rowCount } = await system.owner.query(
    `select from booking.booking where id = any ($1) and payment_status = 'unpaid' and ($2 or status <> 'cancelled')`,
    [ids, state === 'paid'],
  )
  return rowCount
}
