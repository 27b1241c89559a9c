import { type Money, money, sameAmount } from '@campstore/core/money'
import { newId } from '@campstore/core/new-id'
import { openDatabase } from '@campstore/database/database'
import { messagingTables } from '@campstore/messaging/tables'
import type { Dependencies } from '@campstore/service/dependencies'
import { createClock, type TestClock } from '@campstore/testing/clock'
import { createTestDatabase } from '@campstore/testing/databases'
import { defineEntity, p } from '@mikro-orm/core'
import type pg from 'pg'
import { pino } from 'pino'
import type { Endings } from '../expire.ts'
import { appendStatusHistory } from '../history.ts'
import type { HoldDefinition } from '../hold-definition.ts'
import { idempotencyKeyTable, paymentNotificationTable, statusHistoryTable } from '../tables.ts'

/** The smallest thing that is held: a book that is lent, and due at some time. */
export type TestHold = { id: string; state: string; fee: Money; due: Date }

/** A library of its own database, with a clock to move, whose loans are held as bookings and orders are. */
export type HoldFixture = {
  held: HoldDefinition<TestHold>
  dependencies: Dependencies
  /** Nothing that was paid is ever under way. */
  endings: Endings
  clock: TestClock
  owner: pg.Pool
  /** What was logged, one parsed line each. */
  log: Record<string, unknown>[]
  /** Lends something that is due at the clock's present, unless it is told otherwise. */
  lend(changes?: { state?: string; due?: string; fee?: string }): Promise<string>
  stateOf(id: string): Promise<string>
  close(): Promise<void>
}

const records = { kind: 'order', schema: 'library' } as const
const LoanEntity = defineEntity({
  name: 'TestHold',
  schema: 'library',
  tableName: 'loan',
  properties: { id: p.text().primary() },
})

const tables = `
  create schema library;
  create table library.loan (id text primary key, state text not null, fee numeric(12, 2) not null, due timestamptz not null);
  ${statusHistoryTable(records, 'library.loan')}
  ${idempotencyKeyTable('library')}
  ${paymentNotificationTable('library')}
  ${messagingTables('library')}`

type LoanRow = Omit<TestHold, 'due'> & { due: string }
const toLoan = (row: LoanRow): TestHold => ({ ...row, due: new Date(row.due) })
const isOut = (state: string) => ['lent', 'broken', 'stuck'].includes(state)

/** A loan of state `broken` cannot be ended; one of state `stuck` never is. */
const heldLoans: HoldDefinition<TestHold> = {
  ...records,
  source: '/campstore/library',
  async lock(tx, id) {
    const { rows } = await tx.query<LoanRow>('select * from library.loan where id = $1 for update', [id])
    return rows[0] && toLoan(rows[0])
  },
  async lockNextOverdue(tx, now, except) {
    const { rows } = await tx.query<LoanRow>(
      `select *
      from library.loan
      where state in ('lent', 'broken', 'stuck') and due <= $1 and id <> all ($2)
      order by due
      limit 1
      for update skip locked`,
      [now, except],
    )
    return rows[0] && toLoan(rows[0])
  },
  overdueSince: ({ state, due }, now) => (isOut(state) && due <= now ? due : undefined),
  async expire(tx, { id, state }, now) {
    if (state === 'broken') await tx.query('select 1 / 0')
    const ended = await tx.query(
      `update library.loan set state = 'back' where id = $1 and state = 'lent' and due <= $2`,
      [id, now],
    )
    return ended.rowCount === 1
  },
  isDue: async (_, { fee }, amount) => sameAmount(amount, fee),
  refusesPayment: ({ state }) => (state === 'back' ? 'cancelled' : state === 'paid' ? 'already_paid' : undefined),
  async pay(tx, { id }) {
    await tx.query(`update library.loan set state = 'paid' where id = $1`, [id])
  },
  recordPaymentFailure: (tx, { id, state }, now) =>
    appendStatusHistory(tx, records, {
      id,
      from: state,
      to: state,
      at: now,
      reason: 'payment failed',
      actor: { type: 'payment', id: null },
    }),
}

/** Endings of holds by a clock alone, for tests in which no payment is under way. */
export const allSettled = (clock: () => Date): Endings => ({
  settledThrough: clock,
  reach: async () => true,
  graceSeconds: 300,
})

/** Opens one. */
export async function createHoldFixture(): Promise<HoldFixture> {
  const testDatabase = await createTestDatabase()
  const owner = testDatabase.pool()
  await owner.query(tables)
  const clock = createClock()
  const log: HoldFixture['log'] = []
  const database = await openDatabase({
    url: testDatabase.adminUrl,
    poolSize: 5,
    entities: [LoanEntity],
    applicationName: 'library',
  })
  const logger = pino({ level: 'debug' }, { write: line => void log.push(JSON.parse(line)) })
  let lent = 0
  return {
    held: heldLoans,
    clock,
    owner,
    log,
    dependencies: { database, clock: clock.now, newId, log: logger, signalOutbox: () => {} },
    endings: allSettled(clock.now),
    async lend({ state = 'lent', due = clock.now().toISOString(), fee = '10.00' } = {}) {
      lent += 1
      const id = `loan-${lent}`
      await owner.query('insert into library.loan values ($1, $2, $3, $4)', [id, state, money(fee), due])
      return id
    },
    async stateOf(id) {
      const { rows } = await owner.query<TestHold>('select state from library.loan where id = $1', [id])
      return rows[0]?.state ?? 'none'
    },
    async close() {
      await database.close()
      await testDatabase.drop()
    },
  }
}
