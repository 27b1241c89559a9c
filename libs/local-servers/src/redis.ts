import { createConnection } from 'node:net'
import { join } from 'node:path'
import { missingServer } from './cli-error.ts'
import { findOrInstall } from './installed-programs.ts'
import { prepareServerDirectory, serverUser } from './os-users.ts'
import { portFreed } from './ports.ts'
import { startProcess, untilReady } from './processes.ts'

/** A running Redis. */
export type RedisServer = {
  url: string
  /** Resolves when it has exited, with how. */
  exited: Promise<string>
  stop(): Promise<void>
  kill(): Promise<void>
}

/** Finds Redis on this machine, or installs it where that is possible. */
export const findRedis = () => findOrInstall('redis-server')

/**
 * Starts a private Redis without persistence: it holds only caches and rate limits.
 *
 * @throws {CliError} when Redis is not installed or does not start
 */
export async function startRedis(options: { dataDirectory: string; port: number; log?: string }): Promise<RedisServer> {
  const { dataDirectory, port, log = join(dataDirectory, 'redis.log') } = options
  const program = await findRedis()
  if (program === undefined) throw missingServer('Redis', 'REDIS_URL', 'redis-server')
  const user = serverUser('redis')
  prepareServerDirectory(dataDirectory, user)
  await portFreed(port, 'Redis')
  const server = startProcess({
    name: 'Redis',
    command: program,
    args: ['--bind', '127.0.0.1', '--port', String(port), '--dir', dataDirectory, '--save', '', '--appendonly', 'no'],
    cwd: dataDirectory,
    user,
    output: { file: log },
    stopWithinMs: 3_000,
  })
  await untilReady(server, { answers: () => pings(port), withinMs: 15_000, log })
  return { url: `redis://127.0.0.1:${port}`, exited: server.exited, stop: server.stop, kill: server.kill }
}

/** Whether a Redis answers PING on the port of this machine. */
const pings = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise(resolve => {
    const socket = createConnection({ port, host, timeout: 1_000 })
    const settle = (answered: boolean) => {
      socket.destroy()
      resolve(answered)
    }
    socket.once('connect', () => socket.write('PING\r\n'))
    socket.once('data', reply => settle(reply.toString().startsWith('+PONG')))
    socket.once('error', () => settle(false))
    socket.once('timeout', () => settle(false))
  })
