import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Bench, startContext } from '../context.ts'
import { median } from '../measure/rounds.ts'
import { table } from '../report.ts'
import { type MixedRequest, mixedRequests } from '../workloads/hostile-requests.ts'
import { bookingDatabase, startBookings } from './booking.ts'

/** Requests under way at once. */
const concurrency = 40

/** What `note-memory.ts` writes. */
const noteSchema = z.object({
  rss: z.number(),
  heapTotal: z.number(),
  heapUsed: z.number(),
  external: z.number(),
  arrayBuffers: z.number(),
})

/**
 * Reports what the memory of the booking service consists of over some minutes of mixed and hostile load. What it holds on to
 * shows as heap in use that grows from one fifth of the time to the next.
 */
export async function benchMemory(bench: Bench): Promise<void> {
  const context = await startContext(bench)
  const { minutes } = context.options
  const database = await bookingDatabase(context, 'memory', 1_000)
  const notes = join(context.home, 'memory-of-booking.txt')
  const preload = fileURLToPath(new URL('../servers/note-memory.ts', import.meta.url))
  const { services } = await startBookings(context, 'memory', database, {
    flags: ['--import', preload],
    environment: { BENCH_MEMORY_FILE: notes },
  })
  context.log(`${minutes} minutes of mixed load on the booking service`)
  const make = mixedRequests(context.tokens)
  const statuses = await sendFor(minutes, services[0]?.url ?? '', make)
  context.report.environment(`${minutes} minutes, ${concurrency} requests at once, most of them wrong in some way.`)
  const count = Object.values(statuses).reduce((sum, some) => sum + some, 0)
  context.report.text(memorySection(notes, minutes))
  context.report.text(`${count} requests: ${JSON.stringify(statuses)}`)
}

/** Keeps requests under way. @returns how many responses had which status, 0 for none */
async function sendFor(minutes: number, origin: string, make: () => MixedRequest): Promise<Record<string, number>> {
  const until = Date.now() + minutes * 60_000
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const statuses: Record<string, number> = {}
  const worker = async () => {
    while (Date.now() < until) {
      const status = await send(origin, make(), agent)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  agent.destroy()
  return statuses
}

/** Sends one, with node:http because it can be given up half-way. @returns its status, 0 for none */
function send(origin: string, request: MixedRequest, agent: Agent): Promise<number> {
  const { path, method = 'GET', headers = {}, body, abandoned = false } = request
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

function memorySection(file: string, minutes: number): string {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const all = lines.map(line => noteSchema.parse(JSON.parse(line)))
  const rows = [0, 1, 2, 3, 4].map(fifth => {
    const part = all.slice(Math.floor((fifth * all.length) / 5), Math.floor(((fifth + 1) * all.length) / 5))
    const medians = noteSchema.keyof().options.map(name => String(median(part.map(note => note[name]))))
    const range = `${((fifth * minutes) / 5).toFixed(1)} to ${(((fifth + 1) * minutes) / 5).toFixed(1)}`
    return [range, ...medians, String(Math.min(...part.map(({ heapUsed }) => heapUsed)))]
  })
  const head = ['minutes', 'resident', 'heap', 'in use', 'external', 'buffers', 'in use, least']
  return `## Memory of the booking service, MB, medians\n\n${table(head, rows)}`
}
