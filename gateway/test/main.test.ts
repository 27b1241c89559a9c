import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('the process ends by itself on SIGTERM, also with open connections to a service', async () => {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const env = { PORT: '0', BOOKING_URLS: 'http://127.0.0.1:1', PATH: process.env.PATH }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const { url } = JSON.parse(String(line))
  expect((await fetch(`${url}/api/booking/policy`)).status).toBe(503)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
