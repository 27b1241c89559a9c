import { expect, test } from 'vitest'
import { readComposeFile } from '../configuration/compose-files.ts'
import { createProject } from './project.ts'

/** The variables with the ports that development publishes, but for those of metrics and traces, which do not run here. */
function portVariables(): string[] {
  const { services } = readComposeFile('docker-compose.yml')
  const development = Object.entries(readComposeFile('docker-compose.override.yml').services)
  const running = development.filter(([name]) => !services[name]?.profiles.includes('observability'))
  return running.flatMap(([, { ports }]) => ports.flatMap(port => port.match(/(?<=\$\{)\w+(?=:-)/g) ?? []))
}

/** Every port that a range or a single port stands for. */
function portsOf(range = ''): number[] {
  const [first = 0, last = first] = range.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

test('each server has a port of its own, and none that of the second gateway', async () => {
  const project = await createProject()
  project.publishGateways(2)
  const environment = project.environment()
  const gateways = portsOf(environment.PUBLISHED_PORTS)
  const servers = portVariables().map(name => Number(environment[name]))
  expect(servers.filter(port => port > 0).length).toBe(5)
  expect(new Set([...gateways, ...servers]).size).toBe(7)
  expect(project.gateways(2)).toEqual(gateways.map(port => `http://127.0.0.1:${port}`))
})
