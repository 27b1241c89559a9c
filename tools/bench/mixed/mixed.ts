import { existsSync, readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { bookingCleanup, fillDatabase } from '../booking/stored-bookings.ts'
import { type BenchContext, environmentOf, filledDatabase } from '../context.ts'
import { formatReport, table } from '../report.ts'
import { startSystem } from '../system.ts'
import { type MixedRequest, mixedRequests } from './hostile-requests.ts'

/** Requests under way at once. */
const places = 40

const noteSchema = z.object({
  rss: z.number(),
  heapTotal: z.number(),
  heapUsed: z.number(),
  external: z.number(),
  arrayBuffers: z.number(),
})

/**
 * Prints what the memory of the booking service is made of over some minutes of mixed and hostile load. What it holds on to
 * shows as heap in use that grows from one fifth of the time to the next.
 */
export async function benchMixed(context: BenchContext): Promise<string> {
  const { options, servers, log } = context
  const database = await filledDatabase(context, {
    name: 'mixed',
    with: '1000 bookings',
    fill: client => fillDatabase(client, 1_000),
  })
  const notes = join(servers.home, 'memory-of-booking.txt')
  const preload = fileURLToPath(new URL('note-memory.ts', import.meta.url))
  const system = await startSystem(
    { ...context, environment: { ...context.environment, BENCH_MEMORY_FILE: notes } },
    {
      name: 'mixed',
      database,
      services: ['booking'],
      cleanup: bookingCleanup,
      flags: process => (process === 'booking' ? ['--import', preload] : []),
    },
  )
  const [booking] = system.services
  const until = Date.now() + options.minutes * 60_000
  const make = mixedRequests(context.tokens)
  const agent = new Agent({ keepAlive: true, maxSockets: places })
  const statuses: Record<string, number> = {}
  const place = async () => {
    while (Date.now() < until) {
      const status = await send(booking?.url ?? system.gateway.url, make(), agent)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  log(`${options.minutes} minutes of mixed load on the booking service`)
  await Promise.all(Array.from({ length: places }, place))
  agent.destroy()
  await system.close()

  const all = readNotes(notes)
  const fifths = Array.from({ length: 5 }, (_, part) =>
    all.slice(Math.floor((part * all.length) / 5), Math.floor(((part + 1) * all.length) / 5)),
  )
  const rows = fifths.map((part, index) => [
    `${((index * options.minutes) / 5).toFixed(1)} to ${(((index + 1) * options.minutes) / 5).toFixed(1)}`,
    ...(['rss', 'heapTotal', 'heapUsed', 'external', 'arrayBuffers'] as const).map(name =>
      middleOf(part.map(note => note[name])),
    ),
    String(Math.min(...part.map(({ heapUsed }) => heapUsed))),
  ])
  const count = Object.values(statuses).reduce((sum, some) => sum + some, 0)
  const text = [
    '## Memory of the booking service, MB, medians',
    table(['minutes', 'resident', 'heap', 'in use', 'external', 'buffers', 'in use, least'], rows),
    `${count} requests: ${JSON.stringify(statuses)}`,
  ].join('\n\n')
  const how = `${options.minutes} minutes, ${places} requests at once, half of them wrong in some way.`
  return formatReport('Mixed load', await environmentOf(context, database, how), [
    { rows: [], targets: [], text: [text] },
  ])
}

const middleOf = (values: number[]): string =>
  String(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? '')

function readNotes(file: string): z.infer<typeof noteSchema>[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map(line => noteSchema.parse(JSON.parse(line)))
}

/** Sends one; answers its status, 0 for none. */
function send(origin: string, request: MixedRequest, agent: Agent): Promise<number> {
  const { path, method, headers, body, abandoned = false } = request
  return new Promise(resolve => {
    const options = { method, headers, agent: abandoned ? false : agent, timeout: 20_000 }
    const outgoing = httpRequest(new URL(path, origin), options, incoming => {
      incoming.resume()
      incoming.once('close', () => resolve(incoming.statusCode ?? 0))
    })
    outgoing.once('timeout', () => outgoing.destroy())
    outgoing.once('error', () => resolve(0))
    if (!abandoned) return void outgoing.end(body)
    outgoing.write(body?.slice(0, 20) ?? '')
    setTimeout(() => outgoing.destroy(), 5)
  })
}
