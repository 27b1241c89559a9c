import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import getPort from 'get-port'
import { CliError } from './cli-error.ts'

/** A port that one of our processes will listen on, and what for. */
export type RequiredPort = { port: number; purpose: string }

/**
 * The ports that this process may choose, below the range that systems give to outgoing connections. Between choosing
 * and listening another process may choose the same port: so each parallel worker of tests has its own 1,000 ports,
 * and any other process starts at a random one.
 */
const [first, last] = portsOf(Number(process.env.VITEST_POOL_ID ?? 0))
let next = randomInt(first, last)

function portsOf(worker: number): [number, number] {
  const from = 22_000 + ((worker - 1) % 10) * 1_000
  return worker > 0 ? [from, from + 999] : [12_000, 21_999]
}

function* candidates(): Generator<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    next = next < last ? next + 1 : first
    yield next
  }
}

/** A port of this machine on which no process listens. Parallel calls never get the same one. */
export const freePort = (): Promise<number> => getPort({ port: candidates(), host: '127.0.0.1' })

/** Several free ports, all different. */
export const freePorts = (count: number): Promise<number[]> => Promise.all(Array.from({ length: count }, freePort))

/** The first of so many free ports in a row. All are taken: no other call gets one of them. */
export async function freePortRange(count: number): Promise<number> {
  for (let first = await freePort(), length = 1; ; length += 1) {
    if (length === count) return first
    const port = await freePort()
    if (port !== first + length) [first, length] = [port, 0]
  }
}

/** Whether a server could listen on the port of this host now. */
export const isPortFree = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })

/**
 * Waits until a port is released, as after the end of a server that was just killed.
 *
 * @throws {CliError} when it is still taken after `withinMs`
 */
export async function portFreed(port: number, purpose: string, withinMs = 5_000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await isPortFree(port))) {
    if (Date.now() > deadline) throw new CliError(`Port ${port} (${purpose}) is already in use by another program`)
    await delay(100)
  }
}

/**
 * Checks all ports before anything is started.
 *
 * @throws {CliError} one line that names each busy port
 */
export async function assertPortsFree(required: readonly RequiredPort[]): Promise<void> {
  const free = await Promise.all(required.map(({ port }) => isPortFree(port)))
  const busy = required.filter((_, index) => free[index] !== true)
  if (busy.length === 0) return
  const list = busy.map(({ port, purpose }) => `${port} (${purpose})`).join(', ')
  throw new CliError(
    `These ports are already in use: ${list}. Stop the other program, or choose other ports for everything in .env (PORT=8180, METRICS_PORT).`,
  )
}

/** `host:port` of a server's address. */
export function addressOf(url: string, usualPort: number): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port || usualPort}`
}

/**
 * Connects to a server.
 *
 * @param address `host:port`
 * @throws {Error} when it does not accept the connection, or is silent for this number of milliseconds afterwards
 */
async function connectTo(address: string, withinMs: number, isTls = false): Promise<Socket> {
  const { hostname, port } = new URL(`tcp://${address}`)
  const server = { host: hostname, port: Number(port), timeout: withinMs }
  const socket = isTls ? connectTls({ ...server, rejectUnauthorized: false }) : createConnection(server)
  socket.once('timeout', () => socket.destroy(new Error(`timeout: no answer within ${withinMs / 1000} s`)))
  await once(socket, isTls ? 'secureConnect' : 'connect')
  return socket
}

/** The first bytes that a server answers to some text, which must not be a secret: any certificate will do. @throws as {@link connectTo} */
export async function firstAnswer(address: string, text: string, withinMs: number, isTls = false): Promise<string> {
  const socket = await connectTo(address, withinMs, isTls)
  socket.write(text, 'latin1')
  for await (const data of socket) return data.toString('latin1')
  throw new Error('closed')
}

/** Resolves when a server accepts a connection. @throws as {@link connectTo} */
export async function listens(address: string, withinMs: number): Promise<void> {
  const socket = await connectTo(address, withinMs)
  socket.destroy()
}
