import { join } from 'node:path'
import { createInternalKeys } from '@campstore/auth/internal-keys'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { onDatabase } from '@campstore/local-servers/postgres'
import { startOidcIssuer } from '@campstore/testing/oidc-issuer'
import { nodeEnvironment } from '../service-flags.ts'
import type { NamedProcess } from './measure/cpu-time.ts'
import type { BenchOptions } from './options.ts'
import { createReport, type Report } from './report.ts'
import { type Servers, startBenchServers } from './servers/servers.ts'
import { numbers, upTo } from './workloads/choices.ts'

/** What the benchmarks get. */
export type Context = {
  options: BenchOptions
  /** Gets lines of progress. */
  log(line: string): void
  report: Report
  /** Folder for everything that is written. */
  home: string
  /** The started processes, whose CPU time is measured, including their children. */
  processes: NamedProcess[]
  servers: Servers
  /** Tokens of the members, in the order of their numbers. */
  tokens: readonly string[]
  administratorToken: string
  /** Variables of every service. */
  environment: Record<string, string>
}

/**
 * Starts the servers, and an identity provider of our own, which signs a token for every member: the emulator would
 * take part in the measurement, because services ask it about each token once a minute.
 */
export async function startContext(options: BenchOptions, log: Context['log']): Promise<Context> {
  log('starting PostgreSQL, RabbitMQ and Redis')
  const home = temporaryServerHome()
  const servers = await startBenchServers(home)
  const issuer = await startOidcIssuer()
  const tokenOf = (subject: string, name: string) =>
    issuer.token({ subject, name, email: `${subject}@members.test`, lifetimeSeconds: 7_200 })
  const report = createReport(options)
  const { rows } = await onDatabase(servers.adminUrl, client => client.query('show server_version'))
  report.environment(`PostgreSQL ${rows[0].server_version}, durable.`)
  return {
    options,
    log,
    report,
    home,
    processes: [],
    servers,
    tokens: await Promise.all(
      upTo(numbers.members).map(number => tokenOf(`load-member-${number}`, `Load Member ${number}`)),
    ),
    administratorToken: await tokenOf('bench-administrator', 'Bench'),
    environment: {
      ...nodeEnvironment(join(home, 'compile-cache')),
      ...issuer.environment,
      ...(servers.redisUrl === undefined ? {} : { REDIS_URL: servers.redisUrl }),
      ...createInternalKeys().environment,
      PAYMENT_SIGNING_SECRET: 'secret-of-the-benchmark',
    },
  }
}
