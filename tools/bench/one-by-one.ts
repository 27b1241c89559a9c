import { Agent, request as send } from 'node:http'
import pg from 'pg'
import { type LoadResult, resultOf } from './latencies.ts'
import type { LoadJob } from './load.ts'
import type { MadeRequest } from './made-request.ts'
import { requestMaker } from './requests.ts'

/**
 * Asks for `seconds`, one request at a time on one connection, each after a statement that makes it a cold one. Only the
 * requests are counted and timed: the rate is how many of them fit into a second.
 */
export async function askOneByOne(job: LoadJob & { before: NonNullable<LoadJob['before']> }): Promise<LoadResult> {
  const make = requestMaker(job.request, job.tokens)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const database = new pg.Client({ connectionString: job.before.databaseUrl })
  await database.connect()
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  const end = performance.now() + job.seconds * 1000
  while (performance.now() < end) {
    await database.query(job.before.sql)
    const began = performance.now()
    const status = await statusOf(job.origin, make(), agent)
    latencies.push(performance.now() - began)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  agent.destroy()
  await database.end()
  const busySeconds = latencies.reduce((sum, latency) => sum + latency, 0) / 1000
  return resultOf(latencies, statuses, busySeconds)
}

/** Status of the answer when all of it is there; 0 when there is none. */
const statusOf = (origin: string, { method, path, headers, body }: MadeRequest, agent: Agent): Promise<number> =>
  new Promise(resolve => {
    const failed = () => resolve(0)
    send(new URL(path, origin), { method, headers, agent }, answer => {
      answer.on('end', () => resolve(answer.statusCode ?? 0)).on('error', failed)
      answer.resume()
    })
      .on('error', failed)
      .end(body)
  })
