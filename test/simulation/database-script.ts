import { bookingHold } from '@campstore/booking/booking-hold'
import type { Dependencies } from '@campstore/booking/dependencies'
import type { Booking } from '@campstore/booking/persistence/bookings'
import { bookingHolds, createCheckoutInputs, type Hold } from '@campstore/booking/persistence/checkout'
import { startCheckout } from '@campstore/booking/use-cases/start-checkout'
import type { Statement, Transaction } from '@campstore/database/database'
import { databaseClockOf } from '@campstore/database/database-clock'
import { applyTransition } from '@campstore/holds/apply-transition'
import { noteInHistory } from '@campstore/holds/history'
import { noHoldLimits } from '@campstore/holds/hold-limits'
import { createRefusedLately } from '@campstore/holds/hold-service'
import { holdTimerMessage } from '@campstore/holds/messages'
import { lockAccount, writeEntries } from '@campstore/holds/money/stored-account'
import { statementOf } from '@campstore/holds/take-hold'
import { addToOutbox, claimOldest, readClaimed, removePublished } from '@campstore/messaging/outbox'
import { paymentFor } from '@campstore/testing/payments'
import { until } from '@campstore/testing/waiting'
import pg from 'pg'
import type { Connected, Side } from './database-sides.ts'
import { memberOf, requestOf } from './process.ts'

/** The result of a step: the answers so far, and the waiting sessions. */
type Observation = { step: string; answers: Record<string, unknown[]>; waiting: string[] }

type ScriptSession = Connected & {
  name: string
  /** What its statements have returned since the last observation. */
  answers: unknown[]
  /** By the server's clock, as it writes it. */
  waitedAt: string | undefined
  locked: Booking | undefined
  claimed: string[]
  ids: number
}

const instant = Date.parse('2026-11-20T08:00:00Z')
const clock = () => new Date(instant)
/** Every hold is overdue by then. */
const later = new Date(instant + 86_400_000)
/** Two sessions share a customer and their payments. More would be woken at once, in any order. */
const pairOf = ({ name }: ScriptSession) => (name === 'a' || name === 'c' ? '1' : '2')

const withoutInstants = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null).replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d[^"]*/g, 'instant'))

/** What is compared of a row of a statement. */
function shown({ waitedAt }: ScriptSession, statement: string, row: Record<string, unknown>): unknown {
  if (statement.startsWith('relay-claim')) return 'claimed'
  if (statement.startsWith('relay-read'))
    return withoutInstants({ ...row, id: undefined, created_seconds: undefined, body: JSON.parse(String(row.body)) })
  if (statement.startsWith('checkout-inputs')) return withoutInstants(row.used)
  const { id, status, paymentStatus } = row
  if (statement === 'booking-by-id') return { id, status, paymentStatus }
  if (!('now' in row)) return withoutInstants(row)
  const isAfterWait = waitedAt !== undefined && String(row.now) > waitedAt
  return { id, status, paymentStatus, isAfterWait }
}

/** Forwards the statements of the product's functions, and records their results. */
const recording = (session: ScriptSession): Transaction => ({
  isTransaction: true,
  query: async (statement: string | Statement, values?: unknown[]) => {
    const name = typeof statement === 'string' ? statement : (statement.name ?? statement.text)
    try {
      const result = await session.client.query(statement, values)
      const rows = result.rows.map(row => shown(session, name, row))
      session.answers.push({ [name]: rows.length > 0 ? rows : (result.rowCount ?? 0) })
      return result as never
    } catch (error) {
      session.answers.push({ [name]: error instanceof pg.DatabaseError ? error.code : 'lost' })
      throw error
    }
  },
})

const newIdOf = (session: ScriptSession) => () => {
  session.ids += 1
  return `${session.name}-${session.ids}`
}

/** The statement of checkouts of a site: `key+key`, each may be `key!` with another request, or `key@member`. */
function take(tx: Transaction, session: ScriptSession, about: string) {
  const wanted = about.split('+')
  const settings = { holdLimits: noHoldLimits, holdTimer: () => holdTimerMessage('booking', 900, newIdOf(session)) }
  const holds: Hold[] = []
  /** As no process does with two holds of a member, or a used key. */
  const takeTogether = async (hold: Hold) => {
    holds.push(hold)
    if (holds.length === wanted.length) await tx.query(statementOf(bookingHolds(settings), holds))
    return { outcome: 'held', detail: null }
  }
  const { readCheckoutInputs, knownCheckoutInputs } = createCheckoutInputs(tx, databaseClockOf(clock))
  // The statement judges their keys: so it is where a process knows the inputs.
  const readWithoutKeys: typeof readCheckoutInputs = async asked => ({
    ...(await readCheckoutInputs(asked)),
    used: null,
  })
  const deps = {
    database: { requests: tx },
    databaseClock: databaseClockOf(clock),
    clock,
    newId: newIdOf(session),
    // No two holds are due at the same instant.
    holdSeconds: 900 + session.ids + session.name.charCodeAt(0) / 1000,
    holdLimits: noHoldLimits,
    signalOutbox: () => {},
    knownCheckoutInputs,
    readCheckoutInputs: readWithoutKeys,
    takeBookingHold: takeTogether,
    readShortages: async () => ({ closedOn: null, zones: [] }),
    readShortagesBefore: async () => ({ closedOn: null, zones: [] }),
    refusedLately: createRefusedLately(),
  } as unknown as Dependencies
  const checkout = (each: string) => {
    const [key = '', member = pairOf(session)] = each.split('@')
    const request = { ...requestOf(key.replace('!', '')), guestCount: key.endsWith('!') ? 3 : 2 }
    return startCheckout(deps, request, memberOf(member))
  }
  return Promise.all(wanted.map(checkout))
}

const noteOf = ({ ids }: ScriptSession) => ({
  at: clock(),
  reason: `note ${ids}`,
  actor: { type: 'system', id: null } as const,
})
const paymentOf = (session: ScriptSession) => ({
  ...paymentFor({ kind: 'booking', id: 'setup-1' }, '2000.00', clock()),
  eventId: `payment-${pairOf(session)}`,
  providerTradeNo: 'T-1',
})

type Work = (tx: Transaction, session: ScriptSession, about: string) => Promise<unknown>

/** What a session can do: the product's own statements. */
const work = {
  begin: tx => tx.query('begin isolation level read committed'),
  commit: tx => tx.query('commit'),
  rollback: tx => tx.query('rollback'),
  set: (tx, _, limit) => tx.query(`set ${limit}`),
  /** Does nothing until its session has ended by a limit. */
  idle: async (tx, session, limit) => {
    await tx.query(`set ${limit}`)
    await until(() => session.isLost)
  },
  take,
  lock: async (tx, session, id) => {
    session.locked = (await bookingHold.lock(tx, id))?.record
  },
  overdue: async (tx, session) => {
    session.locked = (await bookingHold.lockNextOverdue(tx, later, []))?.record
  },
  /** What `about` says, `pay` or `expire`, of the booking that it has locked last. */
  change: async (tx, session, trigger) => {
    if (session.locked)
      await applyTransition(tx, bookingHold, session.locked, {
        trigger: trigger === 'pay' ? 'pay' : 'expire',
        actor: { type: 'system', id: null },
        now: later,
        newId: newIdOf(session),
      })
  },
  note: async (tx, session) => {
    if (session.locked) await noteInHistory(tx, bookingHold, session.locked, noteOf(session))
  },
  account: (tx, session) => lockAccount(tx, 'booking', 'setup-1', paymentOf(session)),
  record: (tx, session) => {
    const { paidAt: _, ...payment } = paymentOf(session)
    const entry = { entry: 'payment', ...payment, outcome: 'noted', reason: null } as const
    const entries = [{ ...entry, paidAt: clock(), reportedPaidAt: null }]
    return writeEntries(tx, 'booking', 'setup-1', { entries, at: clock() })
  },
  publish: (tx, session, subject) => {
    const route = { exchange: '', routingKey: 'q', contentType: 'application/json', mandatory: true }
    return addToOutbox(tx, 'booking', [{ ...route, messageId: newIdOf(session)(), subject, body: { subject } }])
  },
  claim: async (tx, session) => {
    session.claimed = await claimOldest(tx, 'booking', 200, [])
  },
  read: (tx, { claimed }) => readClaimed(tx, 'booking', claimed),
  remove: (tx, { claimed }) =>
    removePublished(
      tx,
      'booking',
      claimed.map(id => ({ id })),
    ),
  unlock: tx => tx.query({ name: 'relay-unlock', text: 'select pg_advisory_unlock_all()' }),
} satisfies Record<string, Work>

const isWork = (what: string): what is keyof typeof work => what in work

/** A script that runs on a side, on which three sites are held. */
export type Script = Awaited<ReturnType<typeof startScript>>

export async function startScript(side: Side) {
  const all: ScriptSession[] = []
  /** The session of a name; a new one after it was lost. */
  const sessionOf = async (name: string) => {
    const known = all.findLast(session => session.name === name)
    if (known && !known.isLost) return known
    const session = { name, client: await side.connect(), ids: known?.ids ?? 0, ...atFirst() }
    listen(session)
    all.push(session)
    return session
  }
  const start = (session: ScriptSession, run: Work, about: string) => {
    session.isRunning = true
    session.waitedAt = undefined
    void run(recording(session), session, about)
      .catch(error => {
        if (error instanceof TypeError) throw error
      })
      .then(() => {
        session.isRunning = false
      })
  }
  const lose = (session: ScriptSession) => {
    session.isLost = true
    session.client.connection.stream.destroy()
  }
  const observeNow = async (step: string): Promise<Observation> => {
    await side.settle(all)
    const waiting = all.filter(({ isRunning }) => isRunning)
    const now = await side.now()
    for (const waiter of waiting) waiter.waitedAt ??= now
    const answered = all.filter(({ answers }) => answers.length > 0)
    const answers = Object.fromEntries(answered.map(session => [session.name, session.answers.splice(0)]))
    return { step, answers, waiting: waiting.map(({ name }) => name) }
  }
  /** A step is the name of a session, its action, and the subject; `until-its-end`, because a limit ends it. */
  const step = async (text: string): Promise<Observation> => {
    const [name = '', what = '', about = '', ends] = text.split(' ')
    const session = await sessionOf(name)
    if (isWork(what)) start(session, work[what], about)
    else if (what === 'lose') lose(session)
    else throw new Error(`No session can ${what}`)
    if (session.isLost) await until(() => !session.isRunning)
    if (ends) await until(() => session.answers.length > 0 && !session.isRunning)
    return observeNow(text)
  }
  for (const key of ['one', 'two', 'three']) await step(`setup take ${key}`)
  return {
    step,
    end: async () => {
      for (const session of all) if (!session.isLost) lose(session)
      await side.settle(all)
    },
  }
}

const atFirst = () => ({
  isRunning: false,
  isLost: false,
  answers: [],
  waitedAt: undefined,
  locked: undefined,
  claimed: [],
})

function listen(session: ScriptSession) {
  session.client.on('error', error => {
    session.isLost = true
    if (error instanceof pg.DatabaseError) session.answers.push(error.code)
  })
}

/** What the steps of a script lead to on a side. */
export async function observe(side: Side, steps: readonly string[]): Promise<Observation[]> {
  const script = await startScript(side)
  const observations: Observation[] = []
  for (const step of steps) observations.push(await script.step(step))
  await script.end()
  return observations
}
