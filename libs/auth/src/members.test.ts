import { randomUUID } from 'node:crypto'
import { transaction } from '@campstore/database/database'
import { delayRequests } from '@campstore/testing/delayed-transaction'
import { type Fields, insertCustomer, insertRow } from '@campstore/testing/rows'
import { insertBooking, insertCoupon, insertOrder } from '@campstore/testing/stored-rows'
import { useDatabase } from '@campstore/testing/use-fixture'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { Identity } from './identity.ts'
import { createMemberDirectory, type Member } from './members.ts'

const now = new Date('2026-11-20T08:00:00.000Z')

const database = useDatabase()
const owner = database.pool()
/** Connects as the booking service, which has no rights on the table of customers. */
const booking = database.pool('booking', { max: 20 })

const resolve = (identity: Identity): Promise<Member> =>
  createMemberDirectory({ pool: booking, newId: randomUUID, clock: () => now }).resolve(identity)

/** A new person with a verified e-mail. */
function stranger(changes: Partial<Identity> = {}): Identity {
  const subject = `uid-${randomUUID()}`
  return {
    subject,
    email: `${subject}@example.com`,
    emailVerified: true,
    name: 'Ann',
    provider: 'password',
    issuedAt: now,
    ...changes,
  }
}

/** An imported customer who has not signed in yet. */
async function imported(changes: Fields = {}) {
  const customer = await insertCustomer(owner, { firebase_uid: null, name: 'Imported', ...changes })
  return { id: customer.customerId, email: customer.email }
}

const suspend = (pool: pg.Pool, { customer_id }: { customer_id: string }) =>
  pool.query("update member.customer set status = 'suspended' where id = $1", [customer_id])

/** First requests that are all waiting before any of them can write. */
const resolveAtOnce = (identities: Identity[]): Promise<Member[]> =>
  delayRequests(
    owner,
    { lock: tx => tx.query('lock table member.customer in exclusive mode'), atLeast: identities.length },
    () => Promise.all(identities.map(resolve)),
  )

async function customersWhere(column: 'firebase_uid' | 'email', value: string | undefined) {
  const sql = `select * from member.customer where ${column} = $1 order by registered_at`
  return (await owner.query(sql, [value])).rows
}

const forbidden = expect.objectContaining({ code: 'FORBIDDEN' })

test('requests that are looked up together get each the customer of its own subject, known or new', async () => {
  const directory = createMemberDirectory({ pool: booking, newId: randomUUID, clock: () => now })
  const known = await Promise.all(
    [stranger(), stranger()].map(async identity => ({ ...(await resolve(identity)), identity })),
  )
  const asked = [...known, ...known].map(({ identity }) => identity).toSpliced(1, 0, stranger())
  const found = await Promise.all(asked.map(identity => directory.resolve(identity)))
  expect(found.map(({ email }) => email)).toEqual(asked.map(({ email }) => email))
  expect(found.map(({ customerId }) => customerId).toSpliced(1, 1)).toEqual(
    [...known, ...known].map(({ customerId }) => customerId),
  )
})

test('a subject without a customer becomes one row, however many concurrent first requests there are', async () => {
  const ann = stranger()
  const members = await resolveAtOnce(Array(20).fill(ann))
  expect(new Set(members.map(member => member.customerId)).size).toBe(1)
  expect(await customersWhere('firebase_uid', ann.subject)).toHaveLength(1)
})

describe('an unverified e-mail', () => {
  const emailOf = async (identity: Identity) => {
    const { email, emailVerified } = await resolve(identity)
    return [email, emailVerified]
  }

  test("is kept and not trusted: it may be a stranger's", async () => {
    const ann = stranger({ emailVerified: false })
    expect(await emailOf(ann)).toEqual([ann.email, false])
    expect(await emailOf(ann)).toEqual([ann.email, false])
    expect(await customersWhere('firebase_uid', ann.subject)).toMatchObject([
      { email: ann.email, email_verified: false },
    ])
  })

  test('is trusted from the first token that verifies it', async () => {
    const ann = stranger({ emailVerified: false })
    await resolve(ann)
    const verified = { ...ann, email: ann.email?.toUpperCase(), emailVerified: true }
    expect(await emailOf(verified)).toEqual([ann.email, true])
    expect(await emailOf(verified)).toEqual([ann.email, true])
    expect(await emailOf(ann)).toEqual([ann.email, true])
  })

  test('is replaced by the first address that a token verifies, not by another one that none does', async () => {
    const ann = stranger({ emailVerified: false, email: `mistyped-${randomUUID()}@example.com`, name: undefined })
    const { customerId } = await resolve(ann)
    expect(await emailOf({ ...ann, email: `other-${ann.email}` })).toEqual([ann.email, false])
    const right = { ...ann, email: `own-${ann.email}`, emailVerified: true, name: 'Ann', phone: '+886912000101' }
    expect(await resolve(right)).toMatchObject({ customerId, email: right.email, emailVerified: true, name: 'Ann' })
    expect(await resolve({ ...right, name: 'Bo', phone: '02' })).toMatchObject({ name: 'Ann' })
    expect(await customersWhere('firebase_uid', ann.subject)).toMatchObject([{ phone: '+886912000101' }])
  })

  test('is never taken from a customer who proved it', async () => {
    const ann = stranger()
    await resolve(ann)
    expect(await emailOf(stranger({ email: ann.email, emailVerified: false }))).toEqual([ann.email, false])
    expect(await emailOf(ann)).toEqual([ann.email, true])
  })
})

describe('who a member is follows the token', () => {
  const later = (identity: Identity, seconds: number, changes: Partial<Identity> = {}): Identity => ({
    ...identity,
    issuedAt: new Date(now.getTime() - 3_600_000 + 1_000 * seconds),
    ...changes,
  })
  const provenBy = async (email: string | undefined) =>
    (await customersWhere('email', email)).filter(row => row.email_verified).map(row => row.firebase_uid)

  test('an anonymous account that is linked gets the address, the name and the provider', async () => {
    const { subject } = stranger()
    const anonymous = { subject, emailVerified: false, provider: 'anonymous', issuedAt: now }
    const { customerId } = await resolve(anonymous)
    const linked = stranger({ subject, provider: 'google.com' })
    expect(await resolve(linked)).toMatchObject({ customerId, name: 'Ann', email: linked.email, emailVerified: true })
    expect(await customersWhere('firebase_uid', subject)).toMatchObject([{ auth_provider: 'google.com' }])
  })

  test('an address that changes at the provider changes here, and an older token changes nothing back', async () => {
    const ann = later(stranger(), 0)
    await resolve(ann)
    const moved = later(ann, 60, { email: `new-${ann.email}` })
    expect(await resolve(moved)).toMatchObject({ email: moved.email, emailVerified: true })
    expect(await resolve(ann)).toMatchObject({ email: moved.email, emailVerified: true })
  })

  test('an address that two accounts prove belongs to the later one, and the other keeps its customer, unproven', async () => {
    const ann = later(stranger(), 0)
    const { customerId } = await resolve(ann)
    const bo = later(stranger({ email: ann.email?.toUpperCase() }), 60)
    const second = await resolve(bo)
    expect(second).toMatchObject({ emailVerified: true })
    expect(second.customerId).not.toBe(customerId)
    for (const old of [ann, later(ann, 30)])
      expect(await resolve(old)).toMatchObject({ customerId, email: ann.email, emailVerified: false })
    expect(await resolve(later(ann, 90))).toMatchObject({ customerId, emailVerified: true })
    expect(await resolve(bo)).toMatchObject({ emailVerified: false })
    expect(await provenBy(ann.email)).toEqual([ann.subject])
  })

  test('of twenty first requests with one address, one has proved it', async () => {
    const email = `${randomUUID()}@example.com`
    const people = Array.from({ length: 20 }, () => stranger({ email }))
    const members = await resolveAtOnce(people)
    expect(new Set(members.map(({ customerId }) => customerId)).size).toBe(20)
    expect(await provenBy(email)).toHaveLength(1)
    expect((await Promise.all(people.map(resolve))).filter(({ emailVerified }) => emailVerified)).toHaveLength(1)
  })
})

describe('a customer imported without a uid', () => {
  test('is bound to the subject with the same verified e-mail, in any case', async () => {
    const { id, email } = await imported()
    const ann = stranger({ email: email.toUpperCase(), provider: 'google.com' })
    const shown = { customerId: id, name: 'Imported', email, emailVerified: true, status: 'active' }
    expect(await resolve(ann)).toMatchObject(shown)
    const stored = { id, auth_provider: 'google.com', updated_at: now }
    expect(await customersWhere('firebase_uid', ann.subject)).toMatchObject([stored])
  })

  test('is not bound by a look-alike letter', async () => {
    const { id } = await imported({ email: `${randomUUID()}-k@example.com` })
    const kelvin = (await owner.query('select email from member.customer where id = $1', [id])).rows[0].email
    const member = await resolve(stranger({ email: kelvin.replace('-k@', '-\u212a@') }))
    expect(member.customerId).not.toBe(id)
  })

  test('is bound to exactly one of ten concurrent subjects', async () => {
    const { id, email } = await imported()
    const members = await resolveAtOnce(Array.from({ length: 10 }, () => stranger({ email })))
    expect(members.filter(member => member.customerId === id)).toHaveLength(1)
    expect(new Set(members.map(member => member.customerId)).size).toBe(10)
  })

  test('is bound when its address is proved later, and takes over the customer of the sign-up', async () => {
    const { id, email } = await imported()
    const ann = stranger({ email, emailVerified: false, name: 'Ann', phone: '02' })
    const provisional = await resolve(ann)
    await owner.query('update member.customer set points = 5 where id = $1', [provisional.customerId])
    const coupon = await insertCoupon(owner, {})
    const claim = { coupon_id: coupon, customer_id: provisional.customerId, claimed_at: now }
    await insertRow(owner, 'checkout.coupon_claim', claim)
    const proved = { ...ann, emailVerified: true }
    const members = await resolveAtOnce(Array(10).fill(proved))
    expect(new Set(members.map(({ customerId }) => customerId))).toEqual(new Set([id]))
    expect(members[0]).toMatchObject({ name: 'Imported', email, emailVerified: true, status: 'active' })
    expect(
      (await owner.query('select * from member.customer where id = any ($1)', [[id, provisional.customerId]])).rows,
    ).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id, firebase_uid: ann.subject, points: 5, phone: '02', email_verified: true }),
        expect.objectContaining({ firebase_uid: null, email: '', points: 0, status: 'suspended', joined_into: id }),
      ]),
    )
    const { rows } = await owner.query('select customer_id from checkout.coupon_claim where coupon_id = $1', [coupon])
    expect(rows).toEqual([{ customer_id: id }])
  })

  test.each([
    ['has an order', insertOrder],
    ['has a booking', insertBooking],
    ['is suspended', suspend],
  ])('is not bound later by a customer who %s: staff join them', async (_, insert) => {
    const { id, email } = await imported()
    const ann = stranger({ email, emailVerified: false })
    const { customerId } = await resolve(ann)
    await insert(owner, { customer_id: customerId })
    expect(await resolve({ ...ann, emailVerified: true })).toMatchObject({ customerId, email, emailVerified: true })
    expect((await owner.query('select firebase_uid from member.customer where id = $1', [id])).rows).toEqual([
      { firebase_uid: null },
    ])
  })

  test('is not bound by a stranger to whom the address of a member passes, also when the address passes back', async () => {
    const { id, email } = await imported()
    const ann = stranger({ email, emailVerified: false })
    const { customerId } = await resolve(ann)
    await insertOrder(owner, { customer_id: customerId })
    const bea = stranger({ email })
    for (const [person, secondsAgo] of [
      [ann, 40],
      [bea, 30],
      [ann, 20],
      [bea, 10],
    ] as const) {
      const proved = { ...person, emailVerified: true, issuedAt: new Date(now.getTime() - secondsAgo * 1000) }
      const shown = { customerId: expect.not.stringMatching(id), email, emailVerified: true }
      expect(await resolve(proved)).toMatchObject(shown)
    }
  })

  test('is bound while the spending is rebuilt, which may wait for its customers', async () => {
    const { id, email } = await imported()
    const ann = stranger({ email, emailVerified: false })
    await resolve(ann)
    await transaction(owner, async tx => {
      await tx.query('lock table member.purchase in share row exclusive mode')
      expect(await resolve({ ...ann, emailVerified: true })).toMatchObject({ customerId: id })
    })
  })
})

test('a deleted customer is forbidden, and does not come back by signing in for the first time', async () => {
  const ann = stranger()
  await resolve(ann)
  await owner.query(`update member.customer set status = 'deleted' where firebase_uid = $1`, [ann.subject])
  await expect(resolve(ann)).rejects.toThrow(forbidden)
  const { email } = await imported({ status: 'deleted' })
  await expect(resolve(stranger({ email }))).rejects.toThrow(forbidden)
})
