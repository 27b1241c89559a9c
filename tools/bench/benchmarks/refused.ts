import { Agent, request as httpRequest } from 'node:http'
import { type Bench, startContext } from '../context.ts'
import { fillDatabase, orderCleanup } from '../data/data.ts'
import { cpuTimesBetween, readCpuTimes } from '../measure/cpu-time.ts'
import { table } from '../report.ts'
import { startMeasuredSystem } from '../servers/system.ts'
import { type RefusedRequest, refusedRequests } from '../workloads/refused-requests.ts'

/** Requests under way at once. */
const concurrency = 4

/** Milliseconds of CPU time that a refused request may cost, of all processes together. */
const goal = 5

const products = 500

/** Measures what requests cost that a client may send in any number, because nothing comes of them. */
export async function benchRefused(bench: Bench): Promise<void> {
  const context = await startContext(bench)
  const { options, report, tokens, processes } = context
  const count = options.refusedRequests
  const database = await context.servers.createDatabase('refused', client =>
    fillDatabase(client, ['members', 'bookings', 'catalogue', 'store', 'reserve-stock'], {
      bookings: 1_000,
      products,
      orders: 0,
    }),
  )
  const system = await startMeasuredSystem(context, {
    ...{ name: 'refused', database, cleanup: orderCleanup },
    services: ['booking', 'products', 'checkout', 'me'],
  })
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const measured = []
  for (const request of refusedRequests(tokens[0] ?? '', products)) {
    await sendAll(system.gateway.url, request, agent, 0, count)
    // The others do nothing for it, but have work of their own meanwhile.
    const service = request.make(0).path.split('/')[2]?.split('?')[0]
    const taking = processes.filter(({ name }) => name === 'gateway' || name === service)
    const before = readCpuTimes(taking)
    const wrong = await sendAll(system.gateway.url, request, agent, count, count)
    const { RabbitMQ: _, ...cpu } = cpuTimesBetween(before, readCpuTimes(taking), count)
    const all = Object.values(cpu).reduce((sum, time) => sum + time, 0) / 1000
    bench.log(`${request.name}: ${all.toFixed(1)} ms${wrong === undefined ? '' : `, wrong status: ${wrong}`}`)
    const name = wrong === undefined ? request.name : `${request.name}, **answered ${wrong}**`
    measured.push({ name, cpu, all })
  }
  agent.destroy()
  const costliest = measured.toSorted((one, other) => other.all - one.all).slice(0, 10)
  const names = [...new Set(costliest.flatMap(({ cpu }) => Object.keys(cpu)))]
  const rows = costliest.map(({ name, cpu, all }) => [
    name,
    ...names.map(each => milliseconds(cpu[each])),
    all.toFixed(1),
  ])
  report.environment(`${count} requests of each kind, ${concurrency} at once, after as many to warm up.`)
  report.atMost('CPU time of the costliest', goal, costliest[0]?.all ?? Number.NaN, ' ms')
  report.text(`## CPU time of the ten costliest, milliseconds\n\n${table(['what', ...names, 'all'], rows)}`)
}

const milliseconds = (microseconds = 0): string => (microseconds / 1000).toFixed(1)

/** Sends requests of one kind. @returns a status that none of them should have, if there was one */
async function sendAll(
  origin: string,
  { make, status }: RefusedRequest,
  agent: Agent,
  first: number,
  count: number,
): Promise<number | undefined> {
  let turn = first
  let wrong: number | undefined
  const worker = async () => {
    while (turn < first + count) {
      const answered = await send(origin, make(turn++), agent)
      if (answered !== status) wrong = answered
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return wrong
}

const send = (origin: string, request: ReturnType<RefusedRequest['make']>, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const { path, body, ...options } = request
    const outgoing = httpRequest(new URL(path, origin), { ...options, agent }, incoming => {
      incoming.resume().once('end', () => resolve(incoming.statusCode ?? 0))
    })
    outgoing.once('error', reject).end(body)
  })
