import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@campstore/local-servers/ports'
import { onTestFinished } from 'vitest'

/** A Redis server of one test, which may freeze or kill it. */
export type TestRedis = { url: string; keys(): Promise<number>; freeze(): void; thaw(): void; kill(): void }

/** Number of keys; undefined while it does not answer. */
const keysOf = (port: number): Promise<number | undefined> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write('DBSIZE\r\n'))
    socket.once('error', () => resolve(undefined))
    socket.once('data', reply => {
      socket.destroy()
      resolve(Number(reply.toString().slice(1)))
    })
  })

/** Starts `redis-server` from the PATH, without files, and kills it after the test. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  const server = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'])
  onTestFinished(() => void server.kill('SIGKILL'))
  while ((await keysOf(port)) === undefined) {
    if (server.exitCode !== null) throw new Error('redis-server ended')
    await wait(20)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    keys: async () => (await keysOf(port)) ?? 0,
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    kill: () => void server.kill('SIGKILL'),
  }
}
