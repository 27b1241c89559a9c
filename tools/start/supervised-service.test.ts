import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { freePort } from '@campstore/local-servers/ports'
import { expect, test } from 'vitest'
import { restartDelayMs, superviseService } from './supervised-service.ts'

async function service(script: string, onExit: (name: string, how: string, delayMs: number) => void = () => {}) {
  const folder = temporaryServerHome()
  const port = await freePort()
  writeFileSync(join(folder, 'main.mjs'), script)
  return superviseService({
    name: 'booking',
    main: join(folder, 'main.mjs'),
    log: join(folder, 'log'),
    onExit,
    onLine: () => {},
    environment: { PORT: String(port) },
    readyUrl: `http://127.0.0.1:${port}/`,
  })
}

test('the delay until a restart doubles, up to half a minute', () => {
  expect([1, 2, 3, 5, 6, 20].map(restartDelayMs)).toEqual([1_000, 2_000, 4_000, 16_000, 30_000, 30_000])
})

test('reports a service that exits, with the delay until its restart', async () => {
  const serving = `import { createServer } from 'node:http'
    createServer((request, answer) => {
      answer.end()
      setImmediate(() => process.exit(7))
    }).listen(process.env.PORT)`
  const exited = Promise.withResolvers<unknown[]>()
  const supervised = await service(serving, (...reported) => exited.resolve(reported))
  await supervised.ready
  expect(await exited.promise).toEqual(['booking', 'exit code 7', 1_000])
  await supervised.stop()
})

test('reports a service that exits before it was ready, with its last output', async () => {
  const code = `console.error('Before\\nNot valid:\\n  PORT is not set\\n  HOST is not set'); process.exit(78)`
  const supervised = await service(code)
  await expect(supervised.ready).rejects.toThrow(
    'booking failed to start (exit code 78): Not valid:\n  PORT is not set\n  HOST is not set (see ',
  )
})
