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
  const ports = { PORT: text, ME_PORT: text, RABBITMQ_MANAGEMENT_PORT: text }
  const rule = 'is (?:not valid|too small|too big)\\. Set it to a whole number from 1 to 65535.+\n?'
  const message = new RegExp(`^PORT ${rule}ME_PORT ${rule}RABBITMQ_MANAGEMENT_PORT ${rule}$`)
  expect(() => startSettings(project, ports)).toThrow(message)
})

test('what Kubernetes sets for a Service named booking is not a port', () => {
  const settings = startSettings(project, { BOOKING_PORT: 'tcp://10.0.0.1:8081', REDIS_PORT: 'tcp://10.0.0.2:6379' })
  expect(settings).toMatchObject({ services: [{ port: 8081 }], infrastructure: { redis: 6380 } })
})

test('refuses the same port twice', () => {
  expect(() => startSettings(project, { PORT: '8081' })).toThrow(
    'Port 8081 is configured twice. Choose another one with BOOKING_PORT.',
  )
})
