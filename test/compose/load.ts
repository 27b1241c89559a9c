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
import { isFailure, sessionReader } from '../random-faults/client.ts'
import { stayAt } from '../system/campground.ts'
import { type Load, startLoad } from '../system/load.ts'

/** What the clients of a run have seen. */
export type Seen = {
  /** Requests that got their final response, by number of attempts. */
  attempts: number[]
  /** Milliseconds from the first attempt to the final response. */
  tookMs: number[]
  /** Requests that were not answered in time, or that were answered differently when they were repeated. */
  failures: string[]
  /** Bookings whose payment the broker has confirmed before their deadline. */
  paid: string[]
  /** Holds that were confirmed to clients. */
  held: string[]
}

/** Clients that check out through the gateways, and repeat a request with its idempotency key until it is answered. */
export type Clients = { seen: Seen; load: Load; stop(): Promise<void> }

const requestTimeoutMs = 15_000
/** Longer than the restart of any server. */
const giveUpAfterMs = 240_000

const newSeen = (): Seen => ({ attempts: [], tookMs: [], failures: [], paid: [], held: [] })

/** Inserts a campground and a variant of which there is enough for the whole run. */
export async function createSupply(owner: Pool) {
  const camp = await openCampground(owner, { id: `camp-${randomUUID()}`, zones: [1_000_000] })
  const variant = await insertVariant(owner, { variant: { price: '500.00' } })
  await insertProduct(owner, variant.itemId)
  await insertStock(owner, variant, { id: `store-${randomUUID()}` }, 1_000_000)
  return { campgroundId: camp.id, zoneId: camp.zoneIds[0] ?? '', variantId: variant.variantId }
}

/**
 * Starts the clients. Each checks out a stay or an order, repeats until it gets a response that is not a failure of the system,
 * pays every other booking, and sends some requests again to compare the replay.
 *
 * @param options.identityHost identity emulator, asked for another token when one is refused
 */
export function startClients(options: {
  gateways: readonly string[]
  identityHost: string
  rabbitmqUrl: string
  supply: Awaited<ReturnType<typeof createSupply>>
  clients: number
}): Clients {
  const { gateways, supply } = options
  const seen = newSeen()
  const balancer = startBalancer(gateways)
  const tokens = ['member', 'hiker'].map(name =>
    renewable(() => idTokenOf(`${name}@campstore.test`, options.identityHost)),
  )
  const readHold = sessionReader(() => undefined)
  const checkOut = async (number: number): Promise<ApiResponse> => {
    const token = tokens[number % tokens.length] ?? renewable(async () => '')
    const request = number % 3 === 0 ? orderOf(supply) : stayOf(supply)
    const response = await untilAnswered(() => balancer.next(), request, token, seen)
    const hold = response.status === 200 ? readHold(response.data) : undefined
    if (hold === undefined) seen.failures.push(`${request.path}: ${response.status} ${response.text}`)
    else seen.held.push(hold.id)
    if (number % 5 === 0) await compareReplay(() => balancer.next(), request, token, response, seen)
    if (hold !== undefined && number % 3 === 1) await pay(hold, options.rabbitmqUrl, seen)
    return response
  }
  const load = startLoad({ clients: options.clients, pauseMs: 150, maxRequests: 100_000 }, checkOut)
  return {
    seen,
    load,
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

/** A token that is asked for again when it is refused. */
type Token = { get(): Promise<string>; renew(): void }

function renewable(signIn: () => Promise<string>): Token {
  let token: Promise<string> | undefined
  return {
    get: () => {
      token ??= signIn()
      return token
    },
    renew: () => {
      token = undefined
    },
  }
}

/** Repeats one request, with its key, until it gets a response that is not a failure of the system. */
async function untilAnswered(
  nextGateway: () => string,
  request: Request,
  token: Token,
  seen: Seen,
): Promise<ApiResponse> {
  const began = Date.now()
  for (let attempt = 1; ; attempt += 1) {
    const response = await attemptOnce(nextGateway(), request, token)
    const temporary = isFailure(response) || response.status === 401 || response.status === 429
    if (!temporary || Date.now() - began > giveUpAfterMs) {
      seen.attempts.push(attempt)
      seen.tookMs.push(Date.now() - began)
      return response
    }
    if (response.status === 401) token.renew()
    await delay(300)
  }
}

async function attemptOnce(gateway: string, { path, body }: Request, token: Token): Promise<ApiResponse> {
  const idToken = await token.get().catch(() => undefined)
  if (idToken === undefined) token.renew()
  const authorization = idToken === undefined ? undefined : `Bearer ${idToken}`
  return send(gateway, { method: 'POST', path, headers: { authorization }, body }, { timeoutMs: requestTimeoutMs })
}

/** The same request again must get the same response: the id of the same hold. */
async function compareReplay(
  nextGateway: () => string,
  request: Request,
  token: Token,
  first: ApiResponse,
  seen: Seen,
): Promise<void> {
  const again = await untilAnswered(nextGateway, request, token, seen)
  if (again.status !== first.status || again.text !== first.text)
    seen.failures.push(
      `${request.path}: a repetition was answered with ${again.status} ${again.text}, not ${first.text}`,
    )
}

/** Publishes a payment until the broker confirms it, as the payment service does. */
async function pay(
  hold: { id: string; amount: string; deadline: number },
  rabbitmqUrl: string,
  seen: Seen,
): Promise<void> {
  const at = new Date()
  const notification = paymentFor({ kind: 'booking', id: hold.id }, hold.amount, at)
  while (Date.now() < hold.deadline) {
    const published = publishPayment(notification, { rabbitmqUrl, secret: localPaymentSecret, at })
    const confirmed = await published.then(
      () => true,
      () => false,
    )
    if (confirmed && Date.now() < hold.deadline) seen.paid.push(hold.id)
    if (confirmed) return
    await delay(500)
  }
}
