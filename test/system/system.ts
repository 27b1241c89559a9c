import { createTestVhost } from '@campstore/testing/broker'
import { createTestDatabase } from '@campstore/testing/databases'
import { createIdentities } from '@campstore/testing/identity'
import { type ServiceProcess, startService } from '@campstore/testing/processes'
import { testServers } from '@campstore/testing/servers'
import type { Pool } from 'pg'
import { freePorts } from '../../tools/infrastructure/ports.ts'
import { setPolicy } from './campground.ts'
import { type Client, clientOf } from './client.ts'
import { openPaymentService, type PaymentService, paymentSecret, type Subscriber, subscribe } from './messages.ts'

/** A database of one test file: a clone on the run's own server, or one on a server of its own. */
export type SystemDatabase = {
  urlFor(service: string): string
  /** A pool with the owner's role, closed by `drop`. */
  pool(): Pool
  drop(): Promise<void>
}

/** Where the system's servers are, when not on those that all tests share, and how it is configured. */
export type SystemOptions = {
  database?: SystemDatabase
  rabbitmqUrl?: string
  /** Default 900, as in production. */
  holdSeconds?: number
  /** Seconds between two sweeps, default 5; an hour leaves the ends of holds to their messages alone. */
  sweepSeconds?: number
  /** More of the gateway's configuration. */
  gateway?: Readonly<Record<string, string>>
}

/** The gateway in front of two booking processes, each a real process, on real servers. */
export type System = {
  /** The gateway's address. */
  url: string
  gateway: ServiceProcess
  booking: [ServiceProcess, ServiceProcess]
  /** Starts a booking process in the place of one that has ended. */
  restartBooking(place: 0 | 1): Promise<void>
  /** The database, with the owner's role. */
  owner: Pool
  subscriber: Subscriber
  payments: PaymentService
  rabbitmqUrl: string
  /** Anybody without a token. */
  visitor: Client
  /** New members who call through the gateway, and through whom every process has already seen their tokens. */
  members(count: number): Promise<Client[]>
  stop(): Promise<void>
}

/** Starts all of it, in a database and a vhost of its own. */
export async function startSystem(options: SystemOptions = {}): Promise<System> {
  const vhost = options.rabbitmqUrl === undefined ? await createTestVhost() : undefined
  const rabbitmqUrl = options.rabbitmqUrl ?? vhost?.url ?? ''
  const database: SystemDatabase = options.database ?? (await createTestDatabase())
  const owner = database.pool()
  await setPolicy(owner)
  const subscriber = await subscribe(rabbitmqUrl)
  const payments = await openPaymentService(rabbitmqUrl)

  const ports = await freePorts(2)
  const startBooking = (place: 0 | 1) =>
    startService('services/booking/src/main.ts', {
      ...bookingEnvironment(options, database.urlFor('booking'), rabbitmqUrl),
      PORT: String(ports[place]),
    })
  const booking = await Promise.all([startBooking(0), startBooking(1)])
  const gateway = await startService('gateway/src/main.ts', {
    BOOKING_URLS: booking.map(({ url }) => url).join(','),
    ...options.gateway,
  })

  return {
    url: gateway.url,
    gateway,
    booking,
    restartBooking: async place => {
      booking[place] = await startBooking(place)
    },
    owner,
    subscriber,
    payments,
    rabbitmqUrl,
    visitor: clientOf(gateway.url),
    members: count => greetedMembers(count, gateway.url, booking),
    stop: async () => {
      await gateway.stop()
      await Promise.all([...booking.map(process => process.stop()), payments.close()])
      await database.drop()
      await vhost?.delete()
    },
  }
}

const bookingEnvironment = (options: SystemOptions, databaseUrl: string, rabbitmqUrl: string) => ({
  DATABASE_URL: databaseUrl,
  RABBITMQ_URL: rabbitmqUrl,
  AUTH_PROVIDER: 'firebase',
  FIREBASE_PROJECT_ID: testServers().identityProject,
  FIREBASE_AUTH_EMULATOR_HOST: testServers().identityHost,
  INTERNAL_TOKEN_SECRET: 'secret-between-the-services',
  PAYMENT_SIGNING_SECRET: paymentSecret,
  CHECKOUT_HOLD_SECONDS: String(options.holdSeconds ?? 900),
  SWEEP_INTERVAL_SECONDS: String(options.sweepSeconds ?? 5),
  RESPONSE_CHECK: 'strict',
})

/** Every process has verified their tokens, so that a race is about bookings and not about the identity provider. */
async function greetedMembers(count: number, url: string, booking: readonly ServiceProcess[]): Promise<Client[]> {
  const identities = await createIdentities(Array.from({ length: count }, () => ({})))
  for (let next = 0; next < count; next += 20) {
    const some = identities.slice(next, next + 20)
    for (const process of booking) {
      await Promise.all(some.map(({ token }) => clientOf(process.url, token).get('/api/booking/bookings')))
    }
  }
  return identities.map(({ token }) => clientOf(url, token))
}

/** How a process has ended: `still runs` while it has not. */
export const endOf = (process: ServiceProcess): Promise<string> => Promise.race([process.exited, 'still runs'])
