import { expect, test } from 'vitest'
import { createProject } from './project.ts'

/** Every port that a range or a single port stands for. */
function portsOf(range = ''): number[] {
  const [first = 0, last = first] = range.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

test('no server has the port that the second gateway takes', async () => {
  const project = await createProject()
  project.publishGateways(2)
  const environment = project.environment()
  const gateways = portsOf(environment.PUBLISHED_PORTS)
  const servers = Object.keys(environment)
    .filter(name => /^(?:POSTGRES|RABBITMQ|RABBITMQ_MANAGEMENT|IDENTITY|PAYMENT_SIMULATOR)_PORT$/.test(name))
    .map(name => Number(environment[name]))
  expect([gateways.length, servers.length]).toEqual([2, 5])
  expect(new Set([...gateways, ...servers]).size).toBe(7)
  expect(project.gateways(2)).toEqual(gateways.map(port => `http://127.0.0.1:${port}`))
})
