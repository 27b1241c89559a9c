import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryServerHome } from '../infrastructure/os-users.ts'
import { freePort } from '../infrastructure/ports.ts'
import { backOff, superviseService } from './supervised-service.ts'

async function service(script: string, onDeath: (name: string, how: string, again: number) => void = () => {}) {
  const folder = temporaryServerHome()
  const port = await freePort()
  writeFileSync(join(folder, 'main.mjs'), script)
  return superviseService({
    name: 'booking',
    main: join(folder, 'main.mjs'),
    log: join(folder, 'log'),
    onDeath,
    onLine: () => {},
    environment: { PORT: String(port) },
    readyUrl: `http://127.0.0.1:${port}/`,
  })
}

test('the time until the next start doubles up to half a minute', () => {
  expect([1, 2, 3, 5, 6, 20].map(backOff)).toEqual([1_000, 2_000, 4_000, 16_000, 30_000, 30_000])
})

test('a service that dies is told, with when it is started again', async () => {
  const serving = `import { createServer } from 'node:http'
    createServer((request, answer) => {
      answer.end()
      setImmediate(() => process.exit(7))
    }).listen(process.env.PORT)`
  const died = Promise.withResolvers<unknown[]>()
  const supervised = await service(serving, (...told) => died.resolve(told))
  await supervised.ready
  expect(await died.promise).toEqual(['booking', 'exit code 7', 1_000])
  await supervised.stop()
})

test('a service that dies before it was ever ready is told with its last words', async () => {
  const supervised = await service(`console.error('configuration: PORT is missing'); process.exit(78)`)
  await expect(supervised.ready).rejects.toThrow(
    'booking ended while it started, exit code 78: configuration: PORT is missing',
  )
})
