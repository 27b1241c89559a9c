// cspell:ignore RABITMQ
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { version } from '@campstore/core/version'
import { expect, onTestFinished, test } from 'vitest'

test('the first line of the log has the version; an unknown variable is one warning; the process ends by itself on SIGTERM, also with open connections to a service', async () => {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const env = {
    PORT: '0',
    BOOKING_URLS: 'http://127.0.0.1:1',
    UPSTREAM_TIMEOUT_MS: '10',
    RABITMQ_URL: 'amqp://mq',
    PATH: process.env.PATH,
  }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: Record<string, unknown>[] = []
  createInterface(child.stdout).on('line', line => lines.push(JSON.parse(line)))
  await expect.poll(() => lines.find(({ msg }) => msg === 'Listening')).toBeDefined()
  expect(lines[0]).toMatchObject({ msg: 'Starting', service: 'gateway', version })
  expect(lines.filter(({ level }) => level === 'warn').map(({ msg }) => msg)).toEqual([
    'RABITMQ_URL is not a configuration variable. Did you mean RABBITMQ_URL?',
  ])
  const url = lines.find(({ msg }) => msg === 'Listening')?.url
  expect((await fetch(`${url}/api/booking/policy`)).status).toBe(503)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
