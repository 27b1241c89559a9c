import { createInternalKeys } from '@campstore/auth/internal-keys'
import { roleOf } from '@campstore/database/migrations'
import { paymentFor } from '@campstore/testing/payments'
import { restartableRabbitmq } from '@campstore/testing/restartable-servers'
import { internalKeys, paymentSecret } from '@campstore/testing/secrets'
import type { ApiResponse } from '@campstore/testing/send'
import { storedHolds } from '@campstore/testing/stored-holds'
import { useFixture } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { brokerPasswordVariable, brokerUserOf } from '../../tools/broker/users.ts'
import { rolePasswordVariable } from '../../tools/configuration/tool-variables.ts'
import { runMigrations } from '../../tools/migrate.ts'
import { audit } from '../system/audit.ts'
import { sessionOf, tally } from '../system/client.ts'
import { type Load, startLoad } from '../system/load.ts'
import { privatePostgres } from '../system/private-servers.ts'
import { createSampleRequests } from '../system/sample-requests.ts'
import { signInStaff } from '../system/staff.ts'
import { type ServiceName, type System, startSystem } from '../system/system.ts'
import { untilPaid } from '../system/waiting.ts'

// The procedures of docs/operations.md#rotate-a-secret, all at once, on separate servers, because roles and users belong to a whole server.
// The booking service has every kind of secret but one, which the admin service has.

const postgres = useFixture(() => privatePostgres())
const rabbitmq = useFixture(() => restartableRabbitmq())

/** What the processes are configured with, at their next start. */
const secrets = {
  databaseLogin: (service: string) => ({ username: roleOf(service), password: 'campstore' }),
  brokerPassword: 'first',
  paymentSecret,
  publicKeys: internalKeys.environment.INTERNAL_TOKEN_PUBLIC_KEYS,
  privateKey: internalKeys.environment.INTERNAL_TOKEN_PRIVATE_KEY,
}
/** The secret that the payment service signs with. */
let signingSecret = paymentSecret

const migrate = (variables: Record<string, string>) =>
  runMigrations({
    DATABASE_ADMIN_URL: postgres.adminUrl,
    RABBITMQ_ADMIN_URL: rabbitmq.url,
    RABBITMQ_MANAGEMENT_URL: rabbitmq.managementUrl,
    ...variables,
  })

const setBrokerPasswords = (password: string) =>
  migrate(Object.fromEntries(['booking', 'admin'].map(client => [brokerPasswordVariable(client), password])))

function start(): Promise<System> {
  const address = (url: string, login: object) => Object.assign(new URL(url), login).href
  return startSystem({
    services: ['booking', 'admin'],
    inProcess: true,
    database: { ...postgres.database(), urlFor: service => address(postgres.adminUrl, secrets.databaseLogin(service)) },
    rabbitmqUrl: rabbitmq.url,
    brokerUrlFor: name => address(rabbitmq.url, { username: brokerUserOf(name), password: secrets.brokerPassword }),
    variablesOf: () => ({
      PAYMENT_SIGNING_SECRET: secrets.paymentSecret,
      INTERNAL_TOKEN_PUBLIC_KEYS: secrets.publicKeys,
      INTERNAL_TOKEN_PRIVATE_KEY: secrets.privateKey,
    }),
  })
}

/** Replaces the processes one by one, as a rolling restart does. */
async function restartOneByOne(system: System, load: Load, name: ServiceName): Promise<void> {
  for (const [instance, { stop }] of system.processes(name).entries()) {
    await stop()
    await system.restart(name, instance)
    const before = load.responses.length
    await expect.poll(() => load.responses.length).toBeGreaterThan(before)
  }
}

/** A load, and the bookings that it has paid. */
type Shop = Load & { paid: string[] }

/** Members book and pay, and an operator confirms paid bookings. Every response must be a success. */
async function startShop(system: System): Promise<Shop> {
  const member = await system.member()
  const operator = await signInStaff(system, 'operator')
  const samples = await createSampleRequests(system.owner)
  const paid: string[] = []
  const payAndConfirm = async (held: ApiResponse): Promise<ApiResponse> => {
    const { bookingId, pricing } = sessionOf(held)
    const notification = paymentFor({ kind: 'booking', id: bookingId }, pricing.finalAmount, new Date())
    await system.payments.publish(notification, { secret: signingSecret })
    await untilPaid(system.owner, [bookingId])
    paid.push(bookingId)
    return operator.post(`/api/admin/bookings/${bookingId}/confirm`)
  }
  const load = startLoad({ clients: 3, pauseMs: 400, maxRequests: 9000 }, async number => {
    const response = await samples.stay(member)()
    return number % 2 === 0 && response.status === 200 ? payAndConfirm(response) : response
  })
  return { ...load, paid }
}

const next = {
  login: { username: 'campstore_booking_next', password: 'next' },
  brokerPassword: 'second',
  paymentSecret: 'the-next-secret-of-the-payment-service',
  keys: createInternalKeys().environment,
}

/** A second login with the same rights takes over, the broker keeps the connections that are open; of all else, both are accepted. */
async function acceptBoth(system: System, load: Load): Promise<void> {
  const { username, password } = next.login
  await system.owner.query(`create role ${username} login password '${password}' in role campstore_booking`)
  useLoginOfBooking(next.login)
  await setBrokerPasswords(next.brokerPassword)
  secrets.brokerPassword = next.brokerPassword
  secrets.paymentSecret = `${paymentSecret},${next.paymentSecret}`
  secrets.publicKeys = `${internalKeys.environment.INTERNAL_TOKEN_PUBLIC_KEYS},${next.keys.INTERNAL_TOKEN_PUBLIC_KEYS}`
  await restartOneByOne(system, load, 'booking')
}

/** The payment and the admin service sign with the new ones, and the first login's password changes while it is not in use. */
async function useNewOnes(system: System, load: Shop): Promise<void> {
  signingSecret = next.paymentSecret
  await migrate({ [rolePasswordVariable('booking')]: 'second' })
  secrets.privateKey = next.keys.INTERNAL_TOKEN_PRIVATE_KEY
  await restartOneByOne(system, load, 'admin')
  const before = load.paid.length
  await expect.poll(() => load.paid.length).toBeGreaterThan(before + 3)
}

async function acceptNewOnly(system: System, load: Load): Promise<void> {
  useLoginOfBooking({ username: roleOf('booking'), password: 'second' })
  secrets.paymentSecret = next.paymentSecret
  secrets.publicKeys = next.keys.INTERNAL_TOKEN_PUBLIC_KEYS
  await restartOneByOne(system, load, 'booking')
  await system.owner.query(`drop role ${next.login.username}`)
}

function useLoginOfBooking(login: { username: string; password: string }): void {
  const { databaseLogin } = secrets
  secrets.databaseLogin = service => (service === 'booking' ? login : databaseLogin(service))
}

test('each secret is replaced under load, and no request, payment or staff action fails', async () => {
  await setBrokerPasswords('first')
  const system = await start()
  try {
    const load = await startShop(system)
    try {
      await acceptBoth(system, load)
      await useNewOnes(system, load)
      await acceptNewOnly(system, load)
    } finally {
      await load.stop()
    }
    expect(tally(load.responses)).toEqual({ '200': load.responses.length })
    expect(load.paid.length).toBeGreaterThan(10)
    const confirmed = (await storedHolds(system.owner)).filter(({ status }) => status === 'confirmed')
    expect(new Set(confirmed.map(({ id }) => id))).toEqual(new Set(load.paid))
    expect(await audit(system.owner)).toEqual([])
  } finally {
    await system.stop()
  }
})
