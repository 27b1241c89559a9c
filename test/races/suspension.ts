import { signInternalToken } from '@campstore/auth/internal-token'
import { transaction } from '@campstore/database/database'
import { lockOutMember } from '@campstore/holds/member-lock'
import { messageOf } from '@campstore/local-servers/cli-error'
import { type OpenCampground, openCampground } from '@campstore/testing/campground'
import { countWaiting, delayRequests } from '@campstore/testing/delayed-transaction'
import { insertRow } from '@campstore/testing/rows'
import { internalKeys } from '@campstore/testing/secrets'
import type { ApiResponse } from '@campstore/testing/send'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { anonymiseCustomer } from '../../tools/anonymise.ts'
import { stayAt } from '../system/campground.ts'
import { clientOf, kindOf, type MemberClient, orderOf, tally } from '../system/client.ts'
import { openStore, orderFor } from '../system/store.ts'
import { processFor } from '../system/system.ts'
import { members, system } from './system.ts'

// docs/contract/authentication.md#suspended-and-deleted-customers: no hold is taken or changed after the answer to a suspension.
let campground: OpenCampground
let variantIds: string[]

/** Operations for active customers only; each prepares its data. */
const operations: Record<string, (member: MemberClient) => Promise<() => Promise<ApiResponse>>> = {
  'start a booking': async member => () => member.checkout(stayAt(campground)),
  'start an order': async member => () => member.order(orderFor(variantIds)),
  'change an order': async member => {
    const { orderId } = orderOf(await member.order(orderFor(variantIds)))
    return () => member.changeOrder(orderId, { paymentMethod: 'cod' })
  },
}

/** Acts on a customer as the admin service does. */
async function act(customerId: string, action: string, body = {}): Promise<ApiResponse> {
  const call = { adminId: 'admin-1', permissions: ['customers.edit'], audience: 'me' }
  const token = await signInternalToken(call, internalKeys.signingKey, () => new Date())
  const { url } = processFor(system, 'me', customerId)
  return clientOf(url, token).post(`/internal/me/customers/${customerId}/${action}`, body)
}
const suspend = async ({ customerId }: MemberClient) => kindOf(await act(customerId, 'suspend'))

/** Joins a customer into another one; what happened, and the bookings that the other one has then. */
async function join({ customerId }: MemberClient): Promise<string> {
  const response = await act((await system.member()).customerId, 'join', { otherId: customerId })
  return `${kindOf(response)}, ${z.object({ recentBookings: z.array(z.unknown()) }).parse(response.data).recentBookings.length}`
}

/** Anonymises a customer as `npm run anonymise` does. @returns its output */
async function anonymise({ customerId }: MemberClient): Promise<string> {
  const administrator = `${customerId}@staff.test`
  const at = new Date()
  const account = { id: customerId, email: administrator, name: 'Chief', role: 'admin', created_at: at, updated_at: at }
  await insertRow(system.owner, 'admin.account', account)
  const request = { customerId, reason: 'Asked', administrator }
  return transaction(system.owner, tx => anonymiseCustomer(tx, request, at)).then(
    () => 'anonymised',
    error => messageOf(error),
  )
}

/** Refused after a suspension that came while it was under way. */
async function suspendMeanwhile(name: string): Promise<void> {
  const member = await system.member()
  const run = await operations[name]?.(member)
  const response = await delayRequests(
    system.owner,
    {
      lock: tx => lockOutMember(tx, member.customerId),
      meanwhile: tx => tx.query("update member.customer set status = 'suspended' where id = $1", [member.customerId]),
    },
    async () => run?.(),
  )
  expect(response && kindOf(response)).toBe('403 FORBIDDEN')
}

/** What ends a customer waits for the hold that is under way, with those of other members in its statement. */
async function endMeanwhile(
  end: (member: MemberClient) => Promise<string>,
  ended: unknown,
  then: string,
): Promise<void> {
  const member = await system.member()
  const all = members.toSpliced(members.length / 2, 0, member)
  const { checkouts, ending } = await transaction(system.owner, async tx => {
    await tx.query('select pg_advisory_xact_lock(booking.sites_lock($1))', [campground.id])
    const waiting = async () => (await countWaiting(system.owner)) + (await countWaiting(system.owner, 'test'))
    const checkouts = Promise.all(all.map(one => one.checkout(stayAt(campground))))
    // At least, as background work may wait too.
    await expect.poll(waiting).toBeGreaterThanOrEqual(all.length)
    const ending = end(member)
    await expect.poll(waiting).toBeGreaterThanOrEqual(all.length + 1)
    return { checkouts, ending }
  })
  expect([tally(await checkouts), await ending]).toEqual([{ '200': all.length }, ended])
  expect(kindOf(await member.checkout(stayAt(campground)))).toBe(then)
}

/** Registers the tests of holds that are under way when their customer is suspended or ends in another way. */
export function suspensions(): void {
  beforeAll(async () => {
    campground = await openCampground(system.owner, { zones: [200] })
    variantIds = (await openStore(system.owner, [90])).variantIds
  })
  test.each(Object.keys(operations))(
    '%s: refused after a suspension that came while it was under way',
    suspendMeanwhile,
  )
  test.each([
    ['a suspension', suspend, '200', '403 FORBIDDEN'],
    ['a join', join, '200, 1', '403 FORBIDDEN'],
    ['an anonymisation', anonymise, expect.stringContaining('the following is still open'), '200'],
  ])('%s waits for the hold that is under way, and knows of it', (_, ...how) => endMeanwhile(...how))
}
