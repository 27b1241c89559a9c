import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Bench, startContext } from '../context.ts'
import { bookingCleanup, fillDatabase } from '../data/data.ts'
import { cpuTimesBetween, readCpuTimes } from '../measure/cpu-time.ts'
import { table } from '../report.ts'
import { startMeasuredSystem } from '../servers/system.ts'
import { numbers } from '../workloads/choices.ts'

/** Resident memory that an idle stream may take in a process, in kB. */
const goal = 40

/** Streams that are opened at a time. */
const atOnce = 50

/** How long the streams are idle before memory and CPU time are read, in milliseconds: several heartbeats and full collections. */
const settleMs = 60_000
const idleMs = 30_000

/** Streams of one address would meet the limit of its connections. */
const addresses = 4

/** Gives each booking to a member with a token. */
const bookingsOfMembers = `
  update booking.booking
  set customer_id = 'load-' || 1 + substr(id, 1, 8)::integer % ${numbers.members}`

/** Measures the memory and CPU time of the gateway and the booking service while many members follow their bookings. */
export async function benchStreams(bench: Bench): Promise<void> {
  const context = await startContext(bench)
  const { options, report, tokens, processes } = context
  const { streams } = options
  const database = await context.servers.createDatabase('streams', async client => {
    await fillDatabase(client, ['members', 'bookings'], { bookings: streams })
    await client.query(bookingsOfMembers)
  })
  const system = await startMeasuredSystem(context, {
    ...{ name: 'streams', database, cleanup: bookingCleanup, services: ['booking'] },
    environment: { MAX_STREAMS: String(streams), MAX_STREAMS_PER_MEMBER: '0' },
  })
  const { rows: bookings } = await system.owner.query<OwnBooking>(
    `select id, substr(customer_id, 6)::integer as member from booking.booking order by id`,
  )
  const open = (count: number) => openStreams(system.gateway.port, bookings.slice(0, count), tokens)
  const measured = processes.filter(({ name }) => name === 'gateway' || name === 'booking')
  // Code that runs for the first time takes memory too; few, because what they leave is used again.
  const first = await open(atOnce)
  for (const socket of first) socket.destroy()
  await delay(settleMs / 2)
  const before = measured.map(({ pid }) => residentKilobytes(pid))
  bench.log(`opening ${streams} streams`)
  const sockets = await open(streams)
  await delay(settleMs)
  const cpuBefore = readCpuTimes(processes)
  await delay(idleMs)
  const cpu = cpuTimesBetween(cpuBefore, readCpuTimes(processes), idleMs / 1000)
  const lines = measured.map(({ name, pid }, index) => {
    const all = residentKilobytes(pid)
    const each = (all - (before[index] ?? 0)) / streams
    report.atMost(`memory of an idle stream in the process ${name}`, goal, each, ' kB')
    return [name, each.toFixed(1), (all / 1024).toFixed(0), ((cpu[name] ?? 0) / 1000).toFixed(1)]
  })
  for (const name of ['PostgreSQL', 'RabbitMQ']) lines.push([name, '', '', ((cpu[name] ?? 0) / 1000).toFixed(1)])
  const stillOpen = sockets.filter(socket => !socket.destroyed).length
  report.environment(`${stillOpen} streams, each of another booking, after ${settleMs / 1000} s.`)
  const head = ['process', 'kB of an idle stream', 'resident MB', 'CPU ms per second']
  report.text(`## Idle streams\n\n${table(head, lines)}`)
  for (const socket of sockets) socket.destroy()
}

/** A booking and the number of its member. */
type OwnBooking = { id: string; member: number }

/** Opens a stream for each booking, some at a time. */
async function openStreams(port: number, bookings: OwnBooking[], tokens: readonly string[]): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let first = 0; first < bookings.length; first += atOnce) {
    const opening = bookings
      .slice(first, first + atOnce)
      .map(({ id, member }, turn) =>
        openStream(port, `/api/booking/bookings/${id}/events`, tokens[member - 1] ?? '', turn),
      )
    sockets.push(...(await Promise.all(opening)))
  }
  return sockets
}

/** Opens a stream as a browser does, and waits for its first event. */
function openStream(port: number, path: string, token: string, turn: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const localAddress = `127.0.0.${2 + (turn % addresses)}`
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () =>
      socket.write(
        [
          `GET ${path} HTTP/1.1`,
          'host: bench',
          `authorization: Bearer ${token}`,
          'accept: text/event-stream',
          '',
          '',
        ].join('\r\n'),
      ),
    )
    let text = ''
    const read = (chunk: Buffer) => {
      text += chunk.toString()
      if (!text.includes('\ndata: ')) return
      socket.off('data', read).on('data', () => {})
      resolve(socket)
    }
    socket.on('data', read)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`A stream was refused or ended: ${text.slice(0, 300)}`)))
  })
}

const residentKilobytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN)
