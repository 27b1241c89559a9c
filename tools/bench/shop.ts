import pg from 'pg'
import type { Pattern } from './crowd.ts'
import { generateLoad } from './generate-load.ts'
import type { LoadJob } from './load.ts'
import type { Contender } from './rounds.ts'
import { type BenchDatabase, type NodeServer, type Servers, startNode } from './servers.ts'
import { forgetCheckouts, outboxDrained } from './stored-bookings.ts'

/** The system under test: a gateway and a booking service on a filled database. */
export type Shop = {
  gateway: NodeServer
  booking: NodeServer
  owner: pg.Client
  /** Longest that the relay took, after a round, to publish what was left; in seconds. */
  slowestDrain: number
  /** Waits for the relay, then removes what checkouts have left in database and broker. */
  cleanUp(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a shop.
 *
 * @param options.environment whose tokens the service trusts
 * @param options.productsUrl what the gateway has behind `/api/products`
 * @param options.flags of Node, for each of the two
 */
export async function openShop(
  servers: Servers,
  options: {
    name: string
    database: BenchDatabase
    environment: Record<string, string>
    productsUrl?: string
    flags?: (process: 'gateway' | 'booking') => readonly string[]
  },
): Promise<Shop> {
  const { name, database, environment, productsUrl, flags } = options
  const { home, redisUrl } = servers
  const broker = await servers.createVirtualHost(name)
  const redis: Record<string, string> = redisUrl === undefined ? {} : { REDIS_URL: redisUrl }
  const booking = await startNode({
    ...{ home, name: `booking ${name}`, flags: flags?.('booking') },
    main: 'services/booking/src/main.ts',
    readyPath: '/health/ready',
    environment: {
      ...environment,
      ...redis,
      DATABASE_URL: database.bookingUrl,
      RABBITMQ_URL: broker.url,
      INTERNAL_TOKEN_SECRET: 'secret-of-the-benchmark',
      PAYMENT_SIGNING_SECRET: 'secret-of-the-benchmark',
      CHECKOUT_HOLD_SECONDS: '7200', // no hold ends while something else is measured
    },
  })
  const gateway = await startNode({
    ...{ home, name: `gateway ${name}`, flags: flags?.('gateway') },
    main: 'gateway/src/main.ts',
    readyPath: '/health',
    environment: { ...redis, BOOKING_URLS: booking.url, PRODUCTS_URLS: productsUrl ?? '' },
  })
  const owner = new pg.Client({ connectionString: database.adminUrl })
  owner.on('error', () => {
    // Told by the query that it interrupts; at the end of everything there is none.
  })
  await owner.connect()
  const shop: Shop = {
    ...{ gateway, booking, owner, slowestDrain: 0 },
    cleanUp: async () => {
      shop.slowestDrain = Math.max(shop.slowestDrain, await outboxDrained(owner))
      await forgetCheckouts(owner)
      await broker.purgeQueues()
    },
    close: async () => {
      await owner.end()
      await gateway.stop()
      await booking.stop()
    },
  }
  return shop
}

/** A way of asking a shop: which request, how many at once, by which pattern. */
export type Asking = { request: 'availability' | 'checkout'; pattern: Pattern; connections: number; tokens: string }

const paths = { availability: '/api/booking/check-availability', checkout: '/api/booking/checkout/sessions' } as const

/** Asking a shop through its gateway. */
export function asking(shop: Shop, name: string, { request, ...rest }: Asking): Contender {
  const job = { ...rest, origin: shop.gateway.url, path: paths[request], body: request }
  return {
    name,
    run: seconds => generateLoad({ ...job, seconds }),
    ...(request === 'checkout' ? { after: () => shop.cleanUp() } : {}),
  }
}

/** Asking anything else the same availability questions. */
export const askingAt = (name: string, job: Omit<LoadJob, 'body' | 'pattern' | 'seconds'>): Contender => ({
  name,
  run: seconds => generateLoad({ ...job, seconds, body: 'availability', pattern: 'spread' }),
})
