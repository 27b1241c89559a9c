import { expect, test } from 'vitest'
import { startSettings } from './settings.ts'

test('with METRICS_PORT the gateway has that port for its metrics, and each service the next one', () => {
  const settings = startSettings({ METRICS_PORT: '9464' })
  expect(settings).toMatchObject({ metricsPort: 9464 })
  expect(settings.services.map(({ metricsPort }) => metricsPort)).toEqual([9465, 9466, 9467, 9468, 9469])
  expect(settings.requiredPorts.map(({ port }) => port)).toEqual(expect.arrayContaining([9464, 9465, 9469]))
  expect(startSettings({})).toMatchObject({ metricsPort: undefined })
})

test.each(['0', '70000', 'eighty', '-1', '80.5'])('%s is not a port, and each variable is named', text => {
  const ports = { PORT: text, METRICS_PORT: text }
  const rule = 'is (?:not valid|too small|too big)\\. Set it to a whole number from 1 to 65\\d{3}.+\n?'
  const message = new RegExp(`^PORT ${rule}METRICS_PORT ${rule}$`)
  expect(() => startSettings(ports)).toThrow(message)
})

test('METRICS_PORT leaves room for the ports of the services', () => {
  expect(() => startSettings({ METRICS_PORT: '65531' })).toThrow(/^METRICS_PORT is too big/)
})

test('what Kubernetes sets for a Service named metrics is not a port', () => {
  const linked = startSettings({ METRICS_PORT: 'tcp://10.0.0.1:8081' })
  expect(linked).toMatchObject({ metricsPort: undefined })
})

test('beside a gateway at another port, everything has the next ports', () => {
  const settings = startSettings({ PORT: '3000', REDIS_URL: 'redis://127.0.0.1:6379' })
  expect(settings.requiredPorts.map(({ port }) => port).toSorted()).toEqual(
    Array.from({ length: 11 }, (_, index) => 3000 + index),
  )
  expect(settings.infrastructure.postgres).toBe(3008)
})

test('refuses the same port twice', () => {
  expect(() => startSettings({ PORT: '9000', METRICS_PORT: '9006' })).toThrow(
    'Port 9006 is configured twice. Choose another PORT or METRICS_PORT.',
  )
})
