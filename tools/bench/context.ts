import { createInternalKeys } from '@campstore/auth/internal-keys'
import { onDatabase } from '@campstore/local-servers/postgres'
import { startOidcIssuer } from '@campstore/testing/oidc-issuer'
import type { BenchOptions } from './options.ts'
import type { Report } from './report.ts'
import type { NodeServers } from './servers/node-server.ts'
import { type Servers, startBenchServers } from './servers/servers.ts'
import { numbers } from './workloads/choices.ts'

export type Bench = NodeServers & {
  options: BenchOptions
  /** Gets lines of progress. */
  log(line: string): void
  report: Report
}

/** What the benchmarks of services get. */
export type Context = Bench & {
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
export async function startContext(bench: Bench): Promise<Context> {
  bench.log('starting PostgreSQL, RabbitMQ and Redis')
  const servers = await startBenchServers(bench.home)
  const issuer = await startOidcIssuer()
  const tokenOf = (subject: string, name: string) =>
    issuer.token({ subject, name, email: `${subject}@members.test`, lifetimeSeconds: 7_200 })
  const members = Array.from({ length: numbers.members }, (_, index) => index + 1)
  bench.report.environment(await describePostgres(servers.adminUrl))
  return {
    ...bench,
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
