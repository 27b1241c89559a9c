import { join } from 'node:path'
import { missingServer } from './cli-error.ts'
import { findOrInstall } from './installed-programs.ts'
import { prepareServerDirectory, serverUser } from './os-users.ts'
import { firstAnswer, portFreed } from './ports.ts'
import { startProcess, untilReady } from './processes.ts'

/** Finds Redis on this machine, or installs it where that is possible. */
export const findRedis = () => findOrInstall('redis-server')

/**
 * Starts a private Redis without persistence: it holds only caches and rate limits.
 *
 * @throws {CliError} when Redis is not installed or does not start
 */
export async function startRedis(options: { dataDirectory: string; port: number; log?: string }) {
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
  await untilReady(server, { answers: () => pings(port), log })
  const { pid, exited, stop, kill } = server
  return { url: `redis://127.0.0.1:${port}`, pid, exited, stop, kill }
}

/** Whether a Redis answers PING on the port of this machine. */
export const pings = async (port: number): Promise<boolean> =>
  (await redisReply(port, 'PING', 1_000))?.startsWith('+PONG') ?? false

/** What a Redis on this machine answers to a command: `:3`, `+PONG`; undefined when it does not. */
export const redisReply = (port: number, command: string, withinMs = 2_000): Promise<string | undefined> =>
  firstAnswer(`127.0.0.1:${port}`, `${command}\r\n`, withinMs).catch(() => undefined)
