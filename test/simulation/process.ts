import { bookingHold } from '@campstore/booking/booking-hold'
import type { Dependencies as BookingDependencies } from '@campstore/booking/dependencies'
import { createBookingHolds, createCheckoutInputs } from '@campstore/booking/persistence/checkout'
import { cancelStay } from '@campstore/booking/use-cases/cancel-stay'
import { changeBooking, setAttendance } from '@campstore/booking/use-cases/change-booking'
import { changeStay } from '@campstore/booking/use-cases/change-stay'
import { startCheckout } from '@campstore/booking/use-cases/start-checkout'
import { changeStaySchema } from '@campstore/contract/admin/stay-changes'
import { startCheckoutRequestSchema } from '@campstore/contract/booking/schemas'
import { type Money, money } from '@campstore/core/money'
import { withTimeout } from '@campstore/core/with-timeout'
import { openDatabase, transaction } from '@campstore/database/database'
import { startDatabaseClock } from '@campstore/database/database-clock'
import { cancelHold } from '@campstore/holds/cancel-hold'
import { startExpiredHoldConsumer } from '@campstore/holds/consumers/expired-holds'
import { startPaymentConsumer } from '@campstore/holds/consumers/payments'
import { noHoldLimits } from '@campstore/holds/hold-limits'
import { createRefusedLately } from '@campstore/holds/hold-service'
import { startOverdueHoldSweep } from '@campstore/holds/jobs/sweep-overdue-holds'
import { holdTimerMessage } from '@campstore/holds/messages'
import { moveMoney } from '@campstore/holds/money/move-money'
import type { MoneyEvent } from '@campstore/holds/money/step'
import { startPaymentSettlement } from '@campstore/holds/settlement'
import { holdingTopology, unroutedPaymentsQueue } from '@campstore/holds/topology'
import { startRelay } from '@campstore/messaging/relay'
import type { ConsumerContext } from '@campstore/service/dependencies'
import type { Arrival, Move, Name, StaffAction } from './actions.ts'
import { type BrokerNetwork, connectSimulatedBroker } from './connection.ts'
import { createLink, type Link } from './network.ts'
import type { Plan } from './plan.ts'
import { createOwner, type Owner, runAs } from './time.ts'

export const paymentSecret = 'simulated-secret-of-the-payment-service'
const databaseUrl = 'postgresql://booking@database/campstore'

/** A process of the booking service, as far as holds are concerned. */
export type SimulatedProcess = ReturnType<typeof startProcess>

/** What a process gets of the world. */
export type Surroundings = {
  plan: Plan
  broker: BrokerNetwork
  newId: () => string
  /** A line of its log. */
  logged(name: Name, message: string, fields: object): void
}

/**
 * Starts a process: the parts that `services/booking/src/service.ts` starts, on simulated servers.
 *
 * @param wallOffset how far the clock of its machine is ahead, in milliseconds
 */
export function startProcess(
  name: Name,
  run: number,
  { plan, broker: network, newId, logged }: Surroundings,
  wallOffset = 0,
) {
  const owner = { ...createOwner(run === 1 ? name : `${name}${run}`), wallOffset }
  const links = { broker: createLink(), database: createLink() }
  linksOfOwners.set(owner, links.database)
  return runAs(owner, () => {
    const log = createLog((fields, message) => logged(name, message, fields))
    const config = configOf(plan)
    const database = openDatabase({ url: databaseUrl, poolSize: 5, applicationName: 'booking' })
    const windowSeconds = plan.holdSeconds + 60
    const databaseClock = startDatabaseClock({ pool: database.health, log, windowSeconds })
    const topology = holdingTopology('booking', plan.holdSeconds)
    const broker = connectSimulatedBroker(network, { owner, link: links.broker, topology, log })
    let relay: ReturnType<typeof startRelay> | undefined
    const context: ConsumerContext = {
      database,
      clock: databaseClock.now,
      databaseClock,
      newId,
      log,
      broker,
      signalOutbox: () => relay?.wake(),
    }
    const settlement = startPaymentSettlement(context, 'booking', config)
    // As in a service, nothing works in the background before the database has answered.
    const started = databaseClock.begin().then(() => {
      relay = startRelay({ pool: database.background, schema: 'booking', log, publisher: broker.publisher })
      const workers = [
        startExpiredHoldConsumer(context, bookingHold, config, settlement),
        startPaymentConsumer(context, bookingHold, config),
        startPaymentConsumer(context, bookingHold, config, unroutedPaymentsQueue('booking')),
        startOverdueHoldSweep(context, bookingHold, config, settlement),
      ]
      return { workers, relay }
    })
    const deps = {
      ...context,
      settlement,
      holdSeconds: plan.holdSeconds,
      holdLimits: noHoldLimits,
      ...createCheckoutInputs(database.requests, databaseClock),
      takeBookingHold: createBookingHolds(database.requests, {
        holdLimits: noHoldLimits,
        holdTimer: () => holdTimerMessage('booking', plan.holdSeconds, newId),
      }),
      readShortages: async () => ({ closedOn: null, zones: [] }),
      readShortagesBefore: async () => ({ closedOn: null, zones: [] }),
      refusedLately: createRefusedLately(),
    } as unknown as BookingDependencies
    return {
      name,
      owner,
      links,
      /** The publisher has heartbeats of 15 s, the consumers of 5 s. */
      connections: broker.connections,
      ...requestsTo(deps, plan.arrival),
      /** As after SIGTERM. */
      async stop() {
        const { workers, relay } = await started
        await withTimeout(10_000, Promise.all(workers.map(worker => worker.stop())))
        databaseClock.stop()
        await withTimeout(3_000, relay.stop())
        await withTimeout(3_000, Promise.all([broker.close(), database.close(), settlement.stop()]))
      },
    }
  })
}

const configOf = ({ graceSeconds, holdSeconds }: Plan) => ({
  PAYMENT_GRACE_SECONDS: graceSeconds,
  CHECKOUT_HOLD_SECONDS: holdSeconds,
  SWEEP_INTERVAL_SECONDS: 5,
  PAYMENT_SIGNING_SECRET: [paymentSecret],
})

/** What members and staff ask of a process. */
const requestsTo = (deps: BookingDependencies, arrival: Arrival) => ({
  checkout: (hold: number, isNext: boolean) =>
    startCheckout(deps, requestOf(`key-${hold}`, isNext ? 'next' : arrival), memberOf(hold)),
  cancel: (hold: number, id: string) => cancelHold(deps, bookingHold, id, memberOf(hold)),
  change: (held: { id: string; amount: Money }, to: Move) =>
    changeStay(deps, held.id, changeOf(held, to, arrival), administrator),
  staff: ({ id, amount }: { id: string; amount: Money }, action: StaffAction) => {
    if (action === 'arrived' || action === 'no-show') return setAttendance(deps, id, action, administrator)
    if (action === 'confirm' || action === 'complete') return changeBooking(deps, action, id, administrator)
    const given = {
      reason: action === 'refund' ? 'goodwill' : action,
      ...(action === 'refund' && { refundAmount: money(0.6 * Number(amount)) }),
    }
    return changeBooking(deps, action === 'refund' ? 'refund' : 'cancelPaid', id, administrator, given)
  },
  /** What staff do with refunds, as the checkout service does it. */
  async moveMoney(targetId: string, event: MoneyEvent) {
    const account = { kind: 'booking', schema: 'booking', targetId, actsFor: bookingHold } as const
    const moving = { now: deps.clock(), newId: deps.newId }
    const result = await transaction(deps.database.requests, tx => moveMoney(tx, account, event, moving))
    deps.signalOutbox()
    return result
  },
  cancelStay: (hold: number, id: string, refundAmount: Money) => cancelStay(deps, id, refundAmount, memberOf(hold)),
})

const linksOfOwners = new WeakMap<Owner, Link>()
const open = createLink()
/** The way of an owner to the database. */
export const databaseLinkOf = (owner: Owner): Link => linksOfOwners.get(owner) ?? open

export const memberOf = (number: number | string) => ({
  kind: 'member' as const,
  customerId: `member-${number}`,
  name: 'Mei',
  email: 'mei@example.com',
  emailVerified: true,
  status: 'active' as const,
})

const administrator = { kind: 'administrator', adminId: 'admin', permissions: [] } as const

/** Weekday nights. */
const stays = {
  later: { checkIn: '2026-11-25', checkOut: '2026-11-27' },
  today: { checkIn: '2026-11-19', checkOut: '2026-11-20' },
  tomorrow: { checkIn: '2026-11-20', checkOut: '2026-11-21' },
  next: { checkIn: '2026-11-26', checkOut: '2026-11-28' },
} as const satisfies Record<Arrival | 'next', object>

export const requestOf = (idempotencyKey: string, arrival: keyof typeof stays = 'later') =>
  startCheckoutRequestSchema.parse({
    idempotencyKey,
    campgroundId: 'camp',
    ...stays[arrival],
    guestCount: 2,
    zones: [{ zoneId: 'z', quantity: 1 }],
    paymentMethod: 'gateway-credit',
  })

/** Two weekday nights each. */
const moves = {
  away: { checkIn: '2026-11-23', checkOut: '2026-11-25' },
  later: stays.next,
  back: stays.later,
} as const satisfies Record<Move, object>
const oneNightAway = { checkIn: '2026-11-24', checkOut: '2026-11-25' }

const changeOf = ({ amount }: { amount: Money }, to: Move, arrival: Arrival) =>
  changeStaySchema.parse({
    ...(arrival === 'later' ? moves[to] : oneNightAway),
    price: 'new',
    expectedAmount: amount,
    reason: 'change-stay',
  })

type Write = (fields: object, message: string) => void

function createLog(write: Write): ConsumerContext['log'] {
  const level = (first: object | string, message?: string) =>
    typeof first === 'string' ? write({}, first) : write(first, message ?? '')
  return {
    debug: () => {},
    trace: () => {},
    info: level,
    warn: level,
    error: level,
    fatal: level,
  } as unknown as ConsumerContext['log']
}
