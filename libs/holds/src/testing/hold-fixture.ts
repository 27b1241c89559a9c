import { ApiError } from '@campstore/contract/errors'
import { verbatim } from '@campstore/contract/texts/text'
import { type Money, money } from '@campstore/core/money'
import { keysSql } from '@campstore/database/idempotency-keys'
import { messagingSql } from '@campstore/messaging/sql-library'
import { createTables } from '@campstore/messaging/testing/tables'
import { createClock } from '@campstore/testing/clock'
import type { TestDatabase } from '@campstore/testing/databases'
import { createRecordingLog } from '@campstore/testing/recording-log'
import { createUseCaseDependencies } from '@campstore/testing/use-case-harness'
import { useDatabase, useFixture } from '@campstore/testing/use-fixture'
import { beforeEach } from 'vitest'
import type { HoldDefinition, HoldRecord } from '../hold-definition.ts'
import { nextState, type Transition } from '../lifecycle.ts'
import { readsOf } from '../records.ts'
import { holdsSql } from '../sql-files.ts'
import { alwaysSettled } from './always-settled.ts'

type TestHold = HoldRecord & { fee: Money }

const records = { kind: 'order', schema: 'test_hold' } as const

type HoldRow = { id: string; state: string; fee: Money; checkout_expires_at: string }
const toHold = ({ id, state, fee, checkout_expires_at: due }: HoldRow): TestHold => ({
  id,
  customerId: id,
  status: state,
  paymentStatus: state === 'paid' ? 'paid' : 'unpaid',
  fee,
  checkoutExpiresAt: new Date(due),
  paidAt: null,
  updatedAt: new Date(due),
})

const isDue = ({ checkoutExpiresAt }: TestHold, { now }: { now: Date }) => checkoutExpiresAt <= now
const refusal = () => new ApiError('CONFLICT', verbatim('The test does not expect a refusal.'))

/** To expire a hold of state `broken` fails; to expire one of state `stuck` does nothing. */
const lifecycle: readonly Transition<TestHold, string, 'none' | 'failure'>[] = [
  { trigger: 'expire', from: ['open', 'unpaid'], when: isDue, to: { status: 'cancelled' }, effects: 'none' },
  { trigger: 'expire', from: ['broken', 'unpaid'], when: isDue, to: { status: 'cancelled' }, effects: 'failure' },
  { trigger: 'pay', from: ['open', 'unpaid'], to: { status: 'paid', paymentStatus: 'paid' }, effects: 'none' },
]

const definition: HoldDefinition<TestHold> = {
  ...records,
  ...readsOf<HoldRow, TestHold>({
    kind: records.kind,
    table: 'test_hold.test_hold',
    columns: '*',
    listedColumns: '*',
    takenAt: 'checkout_expires_at',
    unpaid: "state in ('open', 'broken', 'stuck')",
    toRecord: toHold,
  }),
  source: '/campstore/test',
  transition: (hold, trigger, moment) => nextState(lifecycle, hold, trigger, moment),
  limited: {},
  events: { expire: 'order.cancelled', pay: 'order.paid' },
  takenAt: () => new Date('2026-11-20T07:50:00.400Z'),
  costOf: ({ fee }) => fee,
  toEvent: ({ id, fee, checkoutExpiresAt }) => ({
    orderId: id,
    customerId: id,
    buyerEmailVerified: true,
    status: 'unshipped',
    paymentStatus: 'unpaid',
    paymentMethod: null,
    total: fee,
    checkoutExpiresAt: checkoutExpiresAt.toISOString(),
  }),
  async write(tx, { id, status }, { effects }) {
    if (effects === 'failure') await tx.query('select 1 / 0')
    await tx.query('update test_hold.test_hold set state = $2 where id = $1', [id, status])
  },
  refusals: { notFound: refusal, foreign: refusal, expired: refusal, notCancellable: () => verbatim('Refused.') },
  heldByMember: `select id as customer_id, 1 as units from test_hold.test_hold where state = 'open'`,
}

async function startHolds(database: TestDatabase) {
  const clock = createClock()
  const { log: logger, lines: log } = createRecordingLog('debug')
  const owner = database.pool()
  await createTables(owner, schema, libraries, new URL('./', import.meta.url))
  const deps = await createUseCaseDependencies({ database, clock, logger }, { poolSize: 5 })
  let added = 0
  return {
    definition,
    clock,
    owner,
    log,
    deps,
    settlement: alwaysSettled(clock.now),
    /** Adds a hold that is open and due at the clock's present, unless the changes say otherwise; returns its id. */
    async add({ state = 'open', due = clock.now().toISOString(), fee = '10.00' } = {}) {
      added += 1
      const id = `hold-${added}`
      await owner.query(
        'insert into test_hold.test_hold (id, state, fee, checkout_expires_at) values ($1, $2, $3, $4)',
        [id, state, money(fee), due],
      )
      return id
    },
    async stateOf(id: string) {
      const { rows } = await owner.query<HoldRow>('select state from test_hold.test_hold where id = $1', [id])
      return rows[0]?.state ?? 'none'
    },
    async count(table: string) {
      const { rows } = await owner.query<{ count: number }>(`select count(*)::integer as count from test_hold.${table}`)
      return rows[0]?.count ?? 0
    },
    async reset() {
      added = 0
      log.length = 0
      const tables =
        "select string_agg(schemaname || '.' || tablename, ', ') as all from pg_tables where schemaname = $1"
      const { rows } = await owner.query<{ all: string }>(tables, [schema])
      await owner.query(`truncate ${rows[0]?.all}`)
    },
    stop: deps.close,
  }
}

const { schema } = records
const libraries = [
  keysSql(schema),
  messagingSql(schema),
  {
    ...holdsSql('checkout'),
    parameters: { ...holdsSql('checkout').parameters, schema, records: `${schema}.test_hold`, other_schema: schema },
  },
]

/** Holds in a database of the file, whose tables are empty before each test, with a clock to move. */
export function useHolds() {
  const database = useDatabase()
  const holds = useFixture(() => startHolds(database))
  beforeEach(() => holds.reset())
  return holds
}
