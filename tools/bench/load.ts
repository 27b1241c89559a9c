import { readFileSync } from 'node:fs'
import autocannon, { type CannonRequest } from 'autocannon'
import { z } from 'zod'
import { campgroundId, dateInDays, hotWish, spreadWish, type Wish, zoneId } from './crowd.ts'

/** What the load generator is asked for. */
export const loadJobSchema = z.object({
  origin: z.string(),
  path: z.string(),
  /** Whose body the requests carry; checkouts carry a token and a fresh idempotency key as well. */
  body: z.enum(['availability', 'checkout']),
  pattern: z.enum(['spread', 'hot']),
  connections: z.int().positive(),
  seconds: z.number().positive(),
  /** File with a JSON array of the members' tokens. */
  tokens: z.string(),
})

/** A job for {@link runLoad}. */
export type LoadJob = z.infer<typeof loadJobSchema>

/** What came of a job. Latencies in milliseconds. */
export const loadResultSchema = z.object({
  perSecond: z.number(),
  p50: z.number(),
  p99: z.number(),
  errors: z.number(),
  /** How many answers had which status; 0 stands for no answer. */
  statuses: z.record(z.string(), z.number()),
})

/** The outcome of one round. */
export type LoadResult = z.infer<typeof loadResultSchema>

const json = { 'content-type': 'application/json' }

function requestMaker(job: LoadJob): () => Pick<CannonRequest, 'headers' | 'body'> {
  const tokens = z.array(z.string()).parse(JSON.parse(readFileSync(job.tokens, 'utf8')))
  const dates = Array.from({ length: 100 }, (_, days) => dateInDays(days))
  const run = `${process.pid}-${Date.now()}`
  let turn = 0
  const wanted = ({ campground, zone, day, nights }: Wish) => ({
    campgroundId: campgroundId(campground),
    checkIn: dates[day],
    checkOut: dates[day + nights],
    zones: [{ zoneId: zoneId(campground, zone), quantity: 1 }],
  })
  if (job.body === 'availability') {
    return () => ({ headers: json, body: JSON.stringify(wanted(job.pattern === 'hot' ? hotWish(0) : spreadWish())) })
  }
  return () => {
    const wish = job.pattern === 'hot' ? hotWish(turn) : spreadWish()
    turn += 1
    const idempotencyKey = `${run}-${turn}`
    const body = { ...wanted(wish), guestCount: 2, paymentMethod: 'gateway-credit', idempotencyKey }
    return { headers: { ...json, authorization: `Bearer ${tokens[wish.member - 1]}` }, body: JSON.stringify(body) }
  }
}

/** Keeps `connections` requests under way for `seconds`, each connection asking again as soon as it is answered. */
async function runLoad(job: LoadJob): Promise<LoadResult> {
  const make = requestMaker(job)
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  const setupRequest = (request: CannonRequest) => ({ ...request, ...make() })
  const began = performance.now()
  const end = began + job.seconds * 1000
  const cannon = autocannon({
    url: job.origin,
    connections: job.connections,
    duration: job.seconds,
    timeout: 20,
    sampleInt: 100,
    requests: [{ method: 'POST', path: job.path, setupRequest }],
  }).on('response', (_client, status, _bytes, milliseconds) => {
    if (performance.now() > end) return
    statuses[status] = (statuses[status] ?? 0) + 1
    latencies.push(milliseconds)
  })
  const { errors: unanswered } = await cannon
  if (unanswered > 0) statuses[0] = unanswered
  latencies.sort((a, b) => a - b)
  const at = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  const good = statuses[200] ?? 0
  return {
    perSecond: good / job.seconds,
    p50: at(0.5),
    p99: at(0.99),
    errors: Object.values(statuses).reduce((sum, count) => sum + count, 0) - good,
    statuses,
  }
}

// A process of its own: so the measuring shares no thread with what writes the report.
if (import.meta.main) {
  const result = await runLoad(loadJobSchema.parse(JSON.parse(process.argv[2] ?? '')))
  process.stdout.write(JSON.stringify(result))
}
