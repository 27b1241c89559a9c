import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { onDatabase } from '@campstore/local-servers/postgres'
import { type Limits, startLimits } from './limits/limits.ts'
import { issueTokens } from './members.ts'
import type { BenchOptions } from './options.ts'
import type { RoundPlan } from './rounds.ts'
import { type BenchDatabase, type Servers, startServers } from './servers.ts'

/** Gets lines of progress. */
export type Log = (line: string) => void

/** What every measurement needs. */
export type BenchContext = {
  options: BenchOptions
  log: Log
  servers: Servers
  /** File with the members' tokens, and the environment of services that trust them. */
  tokens: string
  administratorToken: string
  environment: Record<string, string>
  limits: Limits
}

/** Starts the servers and the limits, and signs the tokens. */
export async function startContext(options: BenchOptions, log: Log): Promise<BenchContext> {
  log('starting PostgreSQL, RabbitMQ and Redis')
  const servers = await startServers()
  const tokens = join(servers.home, 'tokens.json')
  const { environment, administratorToken } = await issueTokens(tokens)
  return { options, log, servers, tokens, administratorToken, environment, limits: await startLimits(servers.home) }
}

/**
 * Makes a database and fills it.
 *
 * @param filled.with what it is filled with, for the line of progress
 * @param filled.fill gets a connection with the owner's role
 */
export async function filledDatabase(
  { servers, log }: BenchContext,
  filled: { name: string; with: string; fill: Parameters<typeof onDatabase<void>>[1] },
): Promise<BenchDatabase> {
  const began = Date.now()
  const database = await servers.createDatabase(filled.name)
  await onDatabase(database.adminUrl, filled.fill)
  log(`${filled.with} stored in ${((Date.now() - began) / 1000).toFixed(1)} s`)
  return database
}

/** On what, with what and how it was measured. */
export async function environmentOf(
  { options }: BenchContext,
  database: BenchDatabase,
  how: string = roundsOf(options),
): Promise<string> {
  const [processor] = cpus()
  const { rows } = await onDatabase(database.adminUrl, client =>
    client.query<{ version: string; fsync: string; commit: string }>(`
      select current_setting('server_version') as version, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as commit
    `),
  )
  const [server] = rows
  return [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} x ${processor?.model ?? 'unknown processor'},`,
    `${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.versions.node}, PostgreSQL ${server?.version ?? ''}`,
    `(fsync ${server?.fsync ?? ''}, synchronous_commit ${server?.commit ?? ''}). Clients, gateway, services and servers share the machine.`,
    how,
  ].join(' ')
}

/** How it was measured. */
export const roundsOf = ({ rounds, secondsPerRound, warmUpSeconds }: RoundPlan): string =>
  `Medians of ${rounds} round${rounds === 1 ? '' : 's'} of ${secondsPerRound} s in turns, after ${warmUpSeconds} s of warm-up each.`
