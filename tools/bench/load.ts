import autocannon, { type Request, type Result } from 'autocannon'
import { z } from 'zod'
import { type LoadResult, resultOf } from './load-result.ts'
import { benchRequestSchema, requestMaker } from './requests.ts'

/** A job for the load generator. */
export const loadJobSchema = z.object({
  origin: z.string(),
  request: benchRequestSchema,
  /** Where to send the requests instead of where they belong. */
  path: z.string().optional(),
  connections: z.int().positive(),
  seconds: z.number().positive(),
  /** File with a JSON array of the members' tokens. */
  tokens: z.string(),
})

/** A job for the load generator. */
export type LoadJob = z.infer<typeof loadJobSchema>

/** Keeps `connections` requests under way for `seconds`, each connection sending the next request after each response. */
async function runLoad(job: LoadJob): Promise<LoadResult> {
  const make = requestMaker(job.request, job.tokens)
  const { path } = job
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  const setupRequest = (request: Request) => ({ ...request, ...make(), ...(path === undefined ? {} : { path }) })
  const end = performance.now() + job.seconds * 1000
  const { errors: unanswered } = await new Promise<Result>((resolve, reject) => {
    autocannon(
      {
        url: job.origin,
        connections: job.connections,
        duration: job.seconds,
        timeout: 20,
        sampleInt: 100,
        requests: [{ setupRequest }],
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    ).on('response', (_client, status, _bytes, milliseconds) => {
      if (performance.now() > end) return
      statuses[status] = (statuses[status] ?? 0) + 1
      latencies.push(milliseconds)
    })
  })
  if (unanswered > 0) statuses[0] = unanswered
  return resultOf(latencies, statuses, job.seconds)
}

// A process of its own: so the measuring shares no thread with what writes the report.
if (import.meta.main) {
  const job = loadJobSchema.parse(JSON.parse(process.argv[2] ?? ''))
  process.stdout.write(JSON.stringify(await runLoad(job)))
}
