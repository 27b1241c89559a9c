import type { ErrorCode } from '@campstore/contract/errors'
import type { EventType } from '@campstore/contract/messages/events'
import type { PaymentNotification } from '@campstore/contract/messages/payments'
import type { ExpiryOutcome } from '@campstore/holds/expire-hold'
import type { SeenEvent } from '@campstore/testing/broker-spy'
import type { ApiResponse } from '@campstore/testing/client'
import type { Fields } from '@campstore/testing/rows'
import type { ServiceFixture } from '@campstore/testing/service-fixture'
import { eventually } from '@campstore/testing/waiting'

/** When the clock of each fixture starts. */
export const start = '2026-11-20T08:00:00.000Z'
/** How long a hold lasts, in milliseconds, unless a fixture is started with another CHECKOUT_HOLD_SECONDS. */
export const holdMs = 15 * 60_000

/** The body of a request that starts a checkout. */
export type Request = { idempotencyKey: string } & Fields
/** A customer of a fixture, with their client. */
export type Member = Awaited<ReturnType<ServiceFixture['member']>>
/** A checkout session, with the fields that every kind shares. */
export type Session = { id: string; due: PaymentNotification['amount']; checkoutExpiresAt: string; data: Fields }

/** Something to check out, and the operations on it. */
export type Offer = {
  request: Request
  restock(available: number): Promise<unknown>
  /** Takes it off the market and changes its price. */
  withdraw(): Promise<unknown>
}

/** One service with its own fixture: how a test uses it, for any kind of hold. */
export type HoldDriver = ServiceFixture & {
  /**
   * Something new to check out.
   *
   * @param options how many there are (default: plenty), and the total price of one (default: 1000.00)
   */
  offer(options?: { available?: number; due?: string }): Promise<Offer>
  /** All there is of something new, with everything that a hold can take, and how another member would ask for it. */
  everything(member: Member): Promise<{ request: Request; requestOfAnother: Request }>
  /** Starts a checkout that must succeed. */
  hold(member: { subject: string }, request: object): Promise<Session>
  /** Publishes a signed notification that it was paid in full; changes make it another one. */
  pay(session: Session, changes?: Partial<PaymentNotification>): Promise<PaymentNotification>
  /** Ends a hold if it is over, as the consumer of ended holds does. */
  expire(id: string): Promise<ExpiryOutcome>
  /** One round of the sweeper; how many holds it ended. */
  sweep(): Promise<number>
  /** Expects that everything from {@link HoldDriver.everything} is still held. */
  expectHeld(hold: OpenHold): Promise<void>
  /** Expects that everything from {@link HoldDriver.everything} was released at an instant, and that nothing is held. */
  expectReleased(hold: OpenHold, by: 'cancellation' | 'timeout', at: Date): Promise<void>
}

/** A hold of one member, as {@link openHold} makes it. */
export type OpenHold = {
  holds: HoldDriver
  member: Member
  request: Request
  requestOfAnother: Request
  session: Session
  id: string
  path: string
  /** The data of the session as it is now. */
  read(): Promise<unknown>
  cancel(): Promise<ApiResponse>
  cancelByStaff(body?: unknown): Promise<ApiResponse>
  pay(changes?: Partial<PaymentNotification>): Promise<PaymentNotification>
}

/** What a member may do with an open hold; `changes` to the request make it possible. */
export type Operation = { name: string; changes?: Fields; run(hold: OpenHold): Promise<ApiResponse> }
/** A life from the first event to the last; `facts` are the data that all of its events share. */
export type Story = { id: string; facts: object; events: SeenEvent[] }

/** What bookings and orders call the same things, and where they differ by the contract. */
export type HoldSuite = {
  kind: 'booking' | 'order'
  service: 'booking' | 'checkout'
  table: string
  /** The customer as staff see it, and in an event. */
  contact(customer: { name: string; email: string; verified: boolean }): object
  publishedContact(verified: boolean): object
  /** The status of a hold that has not ended. */
  open: 'pending' | 'unshipped'
  sessionsPath: string
  internalPath: string
  permissions: { view: string; edit: string }
  codes: Record<'unavailable' | 'expired' | 'keyReused', ErrorCode>
  /** What a session shows once it is paid, and once it is cancelled. */
  paid: object
  cancelled: object
  /** Changes that make another request that is as good. */
  otherPayload: Fields
  operations: Operation[]
  /** How another member's session is refused. */
  foreign: { status: number; code: ErrorCode }
  /** Where a member reads something of theirs. */
  ownPaths(id: string): string[]
  start(environment?: Record<string, string>): Promise<HoldDriver>
  /** Changes after a checkout that do not change the replayed response. */
  laterChanges: Record<string, (hold: OpenHold) => Promise<unknown>>
  /** What staff read of a hold, beyond its state. */
  adminDetail(hold: OpenHold): object
  story(holds: HoldDriver): Promise<Story>
  /** What the story publishes: each event's data beyond the story's facts. */
  storyEvents: [type: EventType, time: string, data: object][]
}

/**
 * A member's hold: of everything there is, or of one thing with a price.
 *
 * @param options `due` is the total price; `changes` to the request; `member` are columns of the customer
 */
export async function openHold(
  suite: HoldSuite,
  holds: HoldDriver,
  { due, changes, member: columns }: { due?: string; changes?: Fields; member?: Fields } = {},
): Promise<OpenHold> {
  const member = await holds.member(columns)
  const asked = due === undefined ? await holds.everything(member) : await requestOf(holds, due)
  const request = { ...asked.request, ...changes }
  const session = await holds.hold(member, request)
  const path = `${suite.sessionsPath}/${session.id}`
  return {
    holds,
    member,
    request,
    requestOfAnother: asked.requestOfAnother,
    session,
    id: session.id,
    path,
    read: async () => (await member.client.get(path)).data,
    cancel: () => member.client.post(`${path}/cancel`),
    cancelByStaff: (body = { reason: '重複預訂' }) =>
      holds.administrator(suite.permissions.edit, 'admin-7').post(`${suite.internalPath}/${session.id}/cancel`, body),
    pay: changes => holds.pay(session, changes),
  }
}

async function requestOf(holds: HoldDriver, due: string) {
  const { request } = await holds.offer({ due })
  return { request, requestOfAnother: request }
}

/** Pays a hold and waits until it is paid. */
export async function payAndWait(suite: HoldSuite, hold: OpenHold): Promise<void> {
  await hold.pay()
  await hold.holds.broker.eventOf(hold.id, `${suite.kind}.paid`)
}

/** Status, payment status and time of payment, as stored. */
export async function stateOf({ table }: HoldSuite, { owner }: HoldDriver, id: string): Promise<Fields | undefined> {
  const { rows } = await owner.query(`select status, payment_status, paid_at from ${table} where id = $1`, [id])
  return rows[0]
}

/** The rows of the status history, oldest first. */
export async function historyOf(suite: HoldSuite, { owner }: HoldDriver, id: string): Promise<Fields[]> {
  const sql = `select * from ${suite.service}.status_history where ${suite.kind}_id = $1 order by id`
  return (await owner.query<Fields>(sql, [id])).rows
}

/** How many holds a customer has or had. */
export async function countHolds(
  { table }: HoldSuite,
  { owner }: HoldDriver,
  { customerId }: { customerId: string },
): Promise<number | null> {
  return (await owner.query(`select from ${table} where customer_id = $1`, [customerId])).rowCount
}

/** Waits until a payment notification is recorded, and answers the record. */
export const recordedPayment = (
  { service }: HoldSuite,
  { owner }: HoldDriver,
  { eventId }: { eventId: string },
): Promise<Fields> =>
  eventually(async () => {
    const sql = `select * from ${service}.payment_notification where event_id = $1`
    const [row] = (await owner.query<Fields>(sql, [eventId])).rows
    if (!row) throw new Error('the payment has not been handled')
    return row
  })

/** The types of the events about something so far, oldest first. */
export const eventTypesOf = ({ broker }: HoldDriver, id: string): string[] =>
  broker.eventsAbout(id).map(({ routingKey }) => routingKey)
