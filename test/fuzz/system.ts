import { join } from 'node:path'
import { freePorts } from '@campstore/local-servers/ports'
import { startOidcIssuer } from '@campstore/testing/oidc-issuer'
import { type ServiceProcess, startService } from '@campstore/testing/processes'
import type { Pool } from 'pg'
import { projectDirectory } from '../../tools/command.ts'
import { importDirectory } from '../../tools/import/import-directory.ts'
import { brokerUsersFor } from '../../tools/start/own-servers.ts'
import { gatewayEnvironment, internalKeysOf, serviceEnvironment } from '../../tools/start/service-environment.ts'
import { openPaymentService, paymentSecret } from '../system/messages.ts'
import { privatePostgres, privateRabbitmq, privateRedis } from '../system/private-servers.ts'

const serviceNames = ['booking', 'products', 'checkout', 'me', 'admin'] as const

/** The running system of a run. */
export type FuzzSystem = Awaited<ReturnType<typeof startSystem>>

/**
 * Nothing happens by the clock during a run: holds last a day, and the sweep comes once an hour. So whatever is written is
 * written by a request.
 */
const timing = { CHECKOUT_HOLD_SECONDS: '86400', SWEEP_INTERVAL_SECONDS: '3600' }

/**
 * Starts PostgreSQL, RabbitMQ and Redis on free ports, the gateway and all services, configured as `npm start` does it, with
 * the demonstration data and an identity provider of its own. Whoever has a good credential of test/bad-requests is a customer
 * or an administrator of the demonstration data.
 *
 * @throws {CliError} when RabbitMQ or Redis is not installed on this machine
 */
export async function startSystem() {
  const [postgres, rabbitmq, redis, issuer] = await Promise.all([
    privatePostgres(),
    privateRabbitmq(),
    privateRedis(),
    startOidcIssuer(),
  ])
  await importDirectory({ directory: join(projectDirectory, 'data', 'demo'), adminUrl: postgres.adminUrl })
  const owner = postgres.database().pool()
  await bindPeople(owner)
  const { PATH, HOME, TMPDIR, LANG } = process.env
  const environment = {
    PATH,
    HOME,
    TMPDIR,
    LANG,
    ...timing,
    PAYMENT_SIGNING_SECRET: paymentSecret,
    RESPONSE_CHECK: 'strict',
  }
  const [gatewayPort = 0, ...ports] = await freePorts(1 + serviceNames.length)
  const services = serviceNames.map((name, line) => ({ name, port: ports[line] ?? 0 }))
  const settings = { gatewayPort, services, paymentSimulatorPort: 0 }
  const addresses = {
    adminUrl: postgres.adminUrl,
    rabbitmqUrl: await brokerUsersFor({ ...rabbitmq, source: 'local' }, environment),
    redisUrl: redis.url,
    identityHost: '',
    internalKeys: internalKeysOf({}),
  }
  const start = (main: string, variables: NodeJS.ProcessEnv) =>
    startService(main, strings({ ...variables, ...issuer.environment }), { withinMs: 120_000 })
  const processes: ServiceProcess[] = await Promise.all(
    services.map(service =>
      start(`services/${service.name}/src/main.ts`, serviceEnvironment(service, settings, addresses, environment)),
    ),
  )
  const gateway = await start('gateway/src/main.ts', gatewayEnvironment(settings, addresses, environment))
  return {
    url: gateway.url,
    owner,
    issuer,
    processes: [gateway, ...processes],
    payments: await openPaymentService(rabbitmq.url),
  }
}

/** Without what is not set: an empty address of the identity emulator is none. */
const strings = (variables: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])))

const customers: Readonly<Record<string, string>> = {
  'customer-member': 'active',
  'customer-hiker': 'other',
  'customer-suspended': 'suspended',
  'customer-deleted': 'deleted',
}
const staff = ['admin', 'operator', 'warehouse', 'inactive'] as const

/** Gives the people of the demonstration data the subjects of the good credentials. */
async function bindPeople(owner: Pool): Promise<void> {
  for (const [id, subject] of Object.entries(customers))
    await owner.query('update member.customer set firebase_uid = $2 where id = $1', [id, `subject-${subject}`])
  for (const name of staff)
    await owner.query('update admin.account set firebase_uid = $2 where id = $1', [
      `administrator-${name}`,
      `subject-${name}`,
    ])
}

/**
 * Undoes what requests have done to the people who send them: without it a run would soon have no caller left with a permission.
 */
export async function restorePeople(owner: Pool): Promise<void> {
  for (const name of staff) {
    const role = name === 'inactive' ? 'operator' : name
    const values = [`administrator-${name}`, role, name !== 'inactive']
    await owner.query('update admin.account set role = $2, active = $3 where id = $1', values)
  }
  await owner.query('delete from admin.permission_override')
  await owner.query(`update member.customer set status = 'active' where id in ('customer-member', 'customer-hiker')`)
}

/** Removes all closures but the latest: a run would otherwise soon have no night left that can be booked. */
export async function removeClosures(owner: Pool): Promise<void> {
  await owner.query(
    'delete from booking.closure where id not in (select id from booking.closure order by id desc limit 4)',
  )
}
