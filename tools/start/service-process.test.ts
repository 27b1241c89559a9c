import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { freePort } from '@campstore/local-servers/ports'
import { expect, test } from 'vitest'
import { startService } from './service-process.ts'

async function start(script: string, onLine: (name: string, line: string) => void = () => {}) {
  const folder = temporaryServerHome()
  const port = await freePort()
  writeFileSync(join(folder, 'main.mjs'), script)
  const options = {
    name: 'booking',
    main: join(folder, 'main.mjs'),
    log: join(folder, 'log'),
    onLine,
    environment: { PORT: String(port) },
    readyUrl: `http://127.0.0.1:${port}/`,
  }
  return { service: await startService(options, 60_000), url: options.readyUrl }
}

test('a service is started when it answers, and what it writes and how it exits is known', async () => {
  const serving = `import { createServer } from 'node:http'
    createServer(({ url }, answer) => {
      answer.end()
      if (url === '/exit') setImmediate(() => process.exit(7))
    }).listen(process.env.PORT, () => console.log('listens'))`
  const lines: string[] = []
  const { service, url } = await start(serving, (name, line) => lines.push(`${name}: ${line}`))
  await fetch(`${url}exit`)
  expect(await service.exited).toBe('exit code 7')
  await expect.poll(() => lines).toEqual(['booking: listens'])
})

test('a service that exits before it was ready is reported with its last output', async () => {
  const code = `console.error('Before\\nNot valid:\\n  PORT is not set\\n  HOST is not set'); process.exit(78)`
  await expect(start(code)).rejects.toThrow(
    'booking failed to start (exit code 78): Not valid:\n  PORT is not set\n  HOST is not set (see ',
  )
})
