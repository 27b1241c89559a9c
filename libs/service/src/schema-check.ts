import type { Logger } from '@campstore/core/telemetry/log'
import type { Database } from '@campstore/database/database'
import {
  type SchemaState,
  type ShippedMigrations,
  schemaState,
  shippedVersions,
} from '@campstore/database/schema-state'

/** Milliseconds between two looks while the database is away or does not have all migrations. */
const lookEveryMs = 1_000

/** Whether the database has what the code needs. */
export type SchemaCheck = {
  /** Looks now. Looks that are asked for at once are one. */
  look(): Promise<SchemaState>
  /** Whether any look has found all migrations. */
  isMigrated(): boolean
  /** Calls back once, when a look has found all migrations; at once where one has already. */
  whenMigrated(begin: () => void): void
  /** Looks no more by itself, and calls nobody back. */
  stop(): void
}

/**
 * Looks whether a database has every migration that the code ships, once before it returns and then each second until it has.
 * It uses the connection for health alone, so that it answers also while all others are busy.
 *
 * @param shipped undefined for a service that has none: then it is enough that the database answers
 */
export async function checkSchema(
  { health }: Pick<Database, 'health'>,
  shipped: ShippedMigrations | undefined,
  log: Logger,
): Promise<SchemaCheck> {
  const names = shipped ? await shippedVersions(shipped.folder) : []
  const waiting: (() => void)[] = []
  let migrated = shipped === undefined
  let stopped = false
  let told = false
  let looking: Promise<SchemaState> | undefined
  let timer: NodeJS.Timeout | undefined

  const ask = async (): Promise<SchemaState> => {
    const state = shipped ? await schemaState(health, shipped.schema, names) : await answers(health)
    if (state === 'migrated') begin()
    if (state === 'behind' && !told) {
      told = true
      log.warn({ schema: shipped?.schema }, 'the database does not have all migrations yet, waiting for them')
    }
    return state
  }
  const look = () => {
    looking ??= ask().finally(() => {
      looking = undefined
    })
    return looking
  }
  const begin = () => {
    if (migrated) return
    migrated = true
    if (told) log.info({ schema: shipped?.schema }, 'the database has all migrations')
    if (!stopped) for (const callback of waiting.splice(0)) callback()
  }
  const lookAgain = () => {
    if (migrated || stopped) return
    timer = setTimeout(() => void look().then(lookAgain), lookEveryMs)
  }

  if (!migrated) await look()
  lookAgain()
  return {
    look,
    isMigrated: () => migrated,
    whenMigrated: callback => {
      if (migrated) callback()
      else waiting.push(callback)
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

const answers = (pool: { query(text: string): Promise<unknown> }): Promise<SchemaState> =>
  pool.query('select 1').then(
    () => 'migrated',
    () => 'unavailable',
  )
