import { createInternalKeys } from '@campstore/auth/internal-keys'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { onDatabase } from '@campstore/local-servers/postgres'
import { startOidcIssuer } from '@campstore/testing/oidc-issuer'
import type { ServiceProcess } from '@campstore/testing/processes'
import type { NamedProcess } from './measure/cpu-time.ts'
import type { BenchOptions } from './options.ts'
import { createReport, type Report } from './report.ts'
import { type Servers, startBenchServers } from './servers/servers.ts'
import { numbers } from './workloads/choices.ts'

/** What the benchmarks get. */
export type Context = {
  options: BenchOptions
  /** Gets lines of progress. */
  log(line: string): void
  report: Report
  /** Folder for everything that is written. */
  home: string
  /** The started processes, whose CPU time is measured, including their children. */
  processes: (NamedProcess & Pick<ServiceProcess, 'stop'>)[]
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
  const members = Array.from({ length: numbers.members }, (_, index) => index + 1)
  const report = createReport(options)
  report.environment(await describePostgres(servers.adminUrl))
  return {
    options,
    log,
    report,
    home,
    processes: [],
    servers,
    tokens: await Promise.all(members.map(number => tokenOf(`load-member-${number}`, `Load Member ${number}`))),
    administratorToken: await tokenOf('bench-administrator', 'Bench'),
    environment: {
      ...issuer.environment,
      ...(servers.redisUrl === undefined ? {} : { REDIS_URL: servers.redisUrl }),
      ...createInternalKeys().environment,
      PAYMENT_SIGNING_SECRET: 'secret-of-the-benchmark',
    },
  }
}

async function describePostgres(adminUrl: string): Promise<string> {
  const { rows } = await onDatabase(adminUrl, client =>
    client.query<{ text: string }>(`
      select format('PostgreSQL %s (fsync %s, synchronous_commit %s).', current_setting('server_version'),
        current_setting('fsync'), current_setting('synchronous_commit')) as text`),
  )
  return rows[0]?.text ?? ''
}
