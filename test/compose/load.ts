import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { localPaymentSecret } from '@campstore/core/config/local-defaults'
import { openCampground } from '@campstore/testing/campground'
import { insertProduct, insertStock, insertVariant } from '@campstore/testing/catalogue'
import { paymentFor } from '@campstore/testing/payments'
import { type ApiResponse, send } from '@campstore/testing/send'
import type { Pool } from 'pg'
import { publishPayment } from '../../tools/pay/publish-payment.ts'
import { idTokenOf } from '../../tools/token.ts'
import { startBalancer } from '../random-faults/balancer.ts'
import { isFailure, readHold } from '../random-faults/client.ts'
import { stayAt } from '../system/campground.ts'
import { startLoad } from '../system/load.ts'

/** What the clients of a run have seen. */
export type Seen = {
  /** Requests that were not answered in time, or that were answered differently when they were repeated. */
  failures: string[]
  /** Bookings whose payment the broker has confirmed before their deadline. */
  paid: string[]
  /** Holds that were confirmed to clients. */
  held: string[]
}

/** Clients that check out through the gateways, and repeat a request with its idempotency key until it is answered. */
export type Clients = { seen: Seen; stop(): Promise<void> }

const requestTimeoutMs = 15_000
/** Longer than the restart of any server. */
const giveUpAfterMs = 240_000

/** Inserts a campground and a variant with enough sites and pieces for the whole run. */
export async function createSupply(owner: Pool) {
  const camp = await openCampground(owner, { id: `camp-${randomUUID()}`, zones: [1_000_000] })
  const variant = await insertVariant(owner, { variant: { price: '500.00' } })
  await insertProduct(owner, variant.itemId)
  await insertStock(owner, variant, { id: `store-${randomUUID()}` }, 1_000_000)
  return { campgroundId: camp.id, zoneId: camp.zoneIds[0] ?? '', variantId: variant.variantId }
}

/**
 * Starts six clients. Each checks out a stay or an order, repeats until it gets a response that is not a failure of the system,
 * pays every other booking, and sends some requests again to compare the replay.
 *
 * @param options.identityHost identity emulator, asked for another token when one is refused
 */
export function startClients(options: {
  gateways: readonly string[]
  identityHost: string
  rabbitmqUrl: string
  supply: Awaited<ReturnType<typeof createSupply>>
}): Clients {
  const { gateways, supply, identityHost } = options
  const seen: Seen = { failures: [], paid: [], held: [] }
  const balancer = startBalancer(gateways)
  const tokens = new Map<string, string>()
  /** A token for each checkout, because a gateway sends all writes with one token to one process. The last one, if there is no other now. */
  const signIn = async (email: string): Promise<void> => {
    const token = await idTokenOf(email, identityHost).catch(() => tokens.get(email))
    tokens.set(email, token ?? '')
  }
  const attempt = async ({ path, body }: Request, email: string): Promise<ApiResponse> => {
    const headers = { authorization: `Bearer ${tokens.get(email)}` }
    const response = await send(
      balancer.next(),
      { method: 'POST', path, headers, body },
      { timeoutMs: requestTimeoutMs },
    )
    if (response.status === 401) await signIn(email)
    return response
  }
  const untilAnswered = async (request: Request, email: string): Promise<ApiResponse> => {
    for (const until = Date.now() + giveUpAfterMs; ; await delay(300)) {
      const response = await attempt(request, email)
      const isTemporary = isFailure(response) || response.status === 401 || response.status === 429
      if (!isTemporary || Date.now() > until) return response
    }
  }
  const checkOut = async (number: number): Promise<ApiResponse> => {
    const email = `${number % 2 === 0 ? 'member' : 'hiker'}@campstore.test`
    const request = number % 3 === 0 ? orderOf(supply) : stayOf(supply)
    await signIn(email)
    const response = await untilAnswered(request, email)
    const hold = response.status === 200 ? readHold(response.data) : undefined
    if (hold === undefined) seen.failures.push(`${request.path}: ${response.status} ${response.text}`)
    else seen.held.push(hold.id)
    // The same request again must get the same response: the id of the same hold.
    const again = number % 5 === 0 ? await untilAnswered(request, email) : response
    if (again.text !== response.text) seen.failures.push(`${request.path}: ${response.text}, then ${again.text}`)
    if (hold !== undefined && number % 3 === 1) await pay(hold, options.rabbitmqUrl, seen)
    return response
  }
  const load = startLoad({ clients: 6, pauseMs: 150, maxRequests: 100_000 }, checkOut)
  return {
    seen,
    stop: async () => {
      await load.stop()
      await balancer.close()
    },
  }
}

type Request = { path: string; body: object }

const stayOf = ({ campgroundId, zoneId }: Awaited<ReturnType<typeof createSupply>>): Request => ({
  path: '/api/booking/checkout/sessions',
  body: stayAt({ id: campgroundId, zoneIds: [zoneId] }),
})

const orderOf = ({ variantId }: Awaited<ReturnType<typeof createSupply>>): Request => ({
  path: '/api/checkout/sessions',
  body: { items: [{ variantId, quantity: 1 }], idempotencyKey: randomUUID() },
})

/** Publishes a payment until the broker confirms it, as the payment service does. */
async function pay(
  hold: { id: string; amount: string; deadline: number },
  rabbitmqUrl: string,
  seen: Seen,
): Promise<void> {
  const at = new Date()
  const notification = paymentFor({ kind: 'booking', id: hold.id }, hold.amount, at)
  while (Date.now() < hold.deadline) {
    try {
      await publishPayment(notification, { rabbitmqUrl, secret: localPaymentSecret, at })
      if (Date.now() < hold.deadline) seen.paid.push(hold.id)
      return
    } catch {
      await delay(500)
    }
  }
}
