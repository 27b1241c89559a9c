import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { CliError } from './cli-error.ts'

/** A port that something of ours wants: what for, and the variable that moves it. */
export type WantedPort = { port: number; purpose: string; variable: string }

const hold = (port: number, host: string) =>
  new Promise<{ port: number; release: () => Promise<void> }>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address()
      const held = typeof address === 'object' && address !== null ? address.port : port
      resolve({ port: held, release: () => new Promise(released => server.close(() => released())) })
    })
  })

/** Ports that systems do not hand out to outgoing connections, which come and go at any time. */
const lasting = { from: 12_000, to: 32_000 }
const mostTries = 200

/**
 * Ports of this machine that nobody listens on, all different. Another process may still take one before it is used, but no
 * outgoing connection will.
 *
 * @throws {CliError} when so many cannot be found
 */
export async function freePorts(count: number): Promise<number[]> {
  const held: Awaited<ReturnType<typeof hold>>[] = []
  for (let tries = 0; held.length < count && tries < mostTries + count; tries += 1) {
    const found = await hold(randomInt(lasting.from, lasting.to), '127.0.0.1').catch(() => undefined)
    if (found) held.push(found)
  }
  await Promise.all(held.map(({ release }) => release()))
  if (held.length < count) throw new CliError('this machine has too few free ports')
  return held.map(({ port }) => port)
}

/** One port that nobody listens on. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1)
  if (port === undefined) throw new CliError('this machine has no free port')
  return port
}

/** Whether a server could listen on the port of this host now. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  try {
    const held = await hold(port, host)
    await held.release()
    return true
  } catch {
    return false
  }
}

/**
 * Waits until a port is let go, as after a server that was just killed.
 *
 * @throws {CliError} when it is still taken after `withinMs`
 */
export async function portFreed(port: number, purpose: string, withinMs = 5_000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await isPortFree(port))) {
    if (Date.now() > deadline) throw new CliError(`port ${port} (${purpose}) is in use by another program`)
    await delay(100)
  }
}

/**
 * Looks at all ports before anything is started.
 *
 * @throws {CliError} one line that names each busy port and the variable that moves it
 */
export async function assertPortsFree(wanted: readonly WantedPort[]): Promise<void> {
  const free = await Promise.all(wanted.map(({ port }) => isPortFree(port)))
  const busy = wanted.filter((_, index) => free[index] !== true)
  if (busy.length === 0) return
  const each = busy.map(({ port, purpose, variable }) => `${port} (${purpose}, moved by ${variable})`).join(', ')
  const [first] = busy
  throw new CliError(
    `in use by another program: port ${each}. End that program, or move ours: ${first?.variable}=${(first?.port ?? 0) + 100} npm start`,
  )
}
