import { createConnection } from 'node:net'
import { join } from 'node:path'
import { canInstall, findProgram, installPackage } from './installed-programs.ts'
import { prepareServerDirectory, serverUser } from './os-users.ts'
import { portFreed } from './ports.ts'
import { startProcess, untilReady } from './processes.ts'

/** A running Redis. */
export type RedisServer = { url: string; stop(): Promise<void>; kill(): Promise<void> }

/** Finds Redis on this machine, or installs it where that may be done. */
export async function findRedis(): Promise<string | undefined> {
  const found = findProgram('redis-server')
  if (found !== undefined || !canInstall()) return found
  await installPackage('redis-server')
  return findProgram('redis-server')
}

/** Starts a private Redis that keeps nothing: it only makes things faster or fairer. */
export async function startRedis(options: {
  program: string
  dataDirectory: string
  port: number
  log?: string
}): Promise<RedisServer> {
  const { program, dataDirectory, port, log = join(dataDirectory, 'redis.log') } = options
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
  return { url: `redis://127.0.0.1:${port}`, stop: server.stop, kill: server.kill }
}

/** Whether a Redis answers PING on the port of this machine. */
export const pings = (port: number, host = '127.0.0.1'): Promise<boolean> =>
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
