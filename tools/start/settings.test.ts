import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { beforeEach, expect, test } from 'vitest'
import { startSettings } from './settings.ts'

let project: string

beforeEach(() => {
  project = temporaryServerHome()
  const folder = join(project, 'services', 'booking', 'src')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'main.ts'), '')
})

test('with METRICS_PORT the gateway has that port for its metrics, and each service the next one', () => {
  const settings = startSettings(project, { METRICS_PORT: '9464' })
  expect(settings).toMatchObject({ metricsPort: 9464, services: [{ name: 'booking', metricsPort: 9465 }] })
  expect(settings.requiredPorts.map(({ port }) => port)).toEqual(expect.arrayContaining([9464, 9465]))
  expect(startSettings(project, {})).toMatchObject({ metricsPort: undefined, services: [{ metricsPort: undefined }] })
})

test.each(['0', '70000', 'eighty', '-1', '80.5'])('%s is not a port, and each variable is named', text => {
  const ports = { PORT: text, METRICS_PORT: text }
  const rule = 'is (?:not valid|too small|too big)\\. Set it to a whole number from 1 to 65\\d{3}.+\n?'
  const message = new RegExp(`^PORT ${rule}METRICS_PORT ${rule}$`)
  expect(() => startSettings(project, ports)).toThrow(message)
})

test('METRICS_PORT leaves room for the ports of the services', () => {
  expect(() => startSettings(project, { METRICS_PORT: '65531' })).toThrow(/^METRICS_PORT is too big/)
})

test('what Kubernetes sets for a Service named metrics is not a port', () => {
  const linked = startSettings(project, { METRICS_PORT: 'tcp://10.0.0.1:8081' })
  expect(linked).toMatchObject({ metricsPort: undefined, services: [{ port: 8081 }] })
})

test('beside a gateway at another port, everything has the next ports', () => {
  const settings = startSettings(project, { PORT: '3000', REDIS_URL: 'redis://127.0.0.1:6379' })
  expect(settings.requiredPorts.map(({ port }) => port).toSorted()).toEqual([3000, 3001, 3006, 3007, 3008, 3009, 3010])
  expect(settings.infrastructure.postgres).toBe(3008)
})

test('refuses the same port twice', () => {
  expect(() => startSettings(project, { PORT: '9000', METRICS_PORT: '9006' })).toThrow(
    'Port 9006 is configured twice. Choose another PORT or METRICS_PORT.',
  )
})
