import { type OutageReason, outageReason } from '@campstore/core/outage-reason'
import type { Logger } from '@campstore/core/telemetry/log'
import type { Database } from '@campstore/database/database'
import {
  type SchemaState,
  type ShippedMigrations,
  schemaState,
  shippedVersions,
} from '@campstore/database/schema-state'

const intervalMs = 1_000

export type MigrationCheck = {
  /** Checks now. Concurrent calls share one check. */
  run(): Promise<SchemaState>
  isMigrated(): boolean
  /** Why the database was unavailable at the last such check. */
  outage(): OutageReason
  /** Calls back once a check has found all migrations; at once where one has. */
  onMigrated(callback: () => void): void
  stop(): void
}

/**
 * Checks whether a database has every migration that the code ships, once before it returns and then each second until it has.
 * It uses the connection for health checks, so that it works also while all others are busy.
 *
 * @param shipped undefined for a service without migrations: then it is enough that the database answers
 */
export async function startMigrationCheck(
  { health }: Pick<Database, 'health'>,
  shipped: ShippedMigrations | undefined,
  log: Logger,
): Promise<MigrationCheck> {
  const versions = shipped ? await shippedVersions(shipped) : []
  const schema = shipped?.schema
  let callbacks: (() => void)[] = []
  let migrated = shipped === undefined
  let stopped = false
  let warned = false
  let running: Promise<SchemaState> | undefined
  let timer: NodeJS.Timeout | undefined
  let outage: OutageReason = 'no answer'
  const onUnavailable = (error: unknown) => {
    outage = outageReason(error)
  }

  const complete = () => {
    if (migrated) return
    migrated = true
    if (warned) log.info({ schema }, 'The database has all migrations')
    if (!stopped) for (const callback of callbacks) callback()
    callbacks = []
  }
  const check = async (): Promise<SchemaState> => {
    const state = await (schema === undefined
      ? pingDatabase(health, onUnavailable)
      : schemaState(health, schema, versions, onUnavailable))
    if (state === 'migrated') complete()
    if (!warned && state === 'behind') {
      warned = true
      log.warn({ schema }, 'The database does not have all migrations, waiting for them')
    }
    return state
  }
  const run = () => {
    running ??= check().finally(() => {
      running = undefined
    })
    return running
  }
  const schedule = () => {
    if (migrated || stopped) return
    timer = setTimeout(() => void run().then(schedule), intervalMs)
  }

  if (!migrated) await run()
  schedule()
  return {
    run,
    isMigrated: () => migrated,
    outage: () => outage,
    onMigrated: callback => {
      if (migrated) callback()
      else callbacks.push(callback)
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

const pingDatabase = (
  pool: { query(text: string): Promise<unknown> },
  onUnavailable: (error: unknown) => void,
): Promise<SchemaState> =>
  pool.query('select 1').then(
    () => 'migrated',
    error => {
      onUnavailable(error)
      return 'unavailable'
    },
  )
