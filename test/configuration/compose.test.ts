import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type ProcessName, schemas, variablesOf } from '../../tools/configuration/processes.ts'
import { serviceFlags } from '../../tools/service-flags.ts'
import { readComposeFile, readDockerfile } from './compose-files.ts'

const { services, networks } = readComposeFile('docker-compose.yml')
const files = readComposeFile('docker-compose.secret-files.yml')
const all = Object.entries(services)
const ours = all.filter(([, { image }]) => image?.includes('{CAMPSTORE_IMAGE'))

describe.each(all)('%s', (_name, service) => {
  test('has an image with a version', () => {
    expect(service.image).toMatch(/:[^:@]+(?:@sha256:[0-9a-f]{64})?$/)
    expect(service.image).not.toMatch(/:latest(?:@|$)/)
  })

  test('cannot gain privileges, and its first process forwards signals', () => {
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
    expect(service.init).toBe(true)
  })
})

test.each(ours)('%s runs without root and capabilities, on a read-only file system', (_name, service) => {
  expect(service).toMatchObject({ user: '1000:1000', read_only: true, cap_drop: ['ALL'] })
})

test('only the gateway is published', () => {
  expect(all.filter(([, { ports }]) => ports.length > 0).map(([name]) => name)).toEqual(['gateway'])
})

test('development publishes on this machine only', () => {
  const ports = Object.values(readComposeFile('docker-compose.override.yml').services).flatMap(service => service.ports)
  expect(ports).not.toEqual([])
  for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
})

/** Who shares a network with a server. */
const neighboursOf = (server: string): string[] =>
  all
    .filter(([, service]) => service.networks.some(network => services[server]?.networks.includes(network)))
    .map(([name]) => name)
    .filter(name => name !== server)
    .toSorted()

test.each([
  ['postgres', ['admin', 'booking', 'checkout', 'demo-data', 'me', 'migrate', 'products']],
  ['rabbitmq', ['admin', 'booking', 'checkout', 'me', 'migrate', 'payment-simulator']],
  ['redis', ['gateway']],
])('%s is reached by those that use it', (server, clients) => {
  expect(neighboursOf(server)).toEqual(clients)
})

test('the servers have no way out', () => {
  for (const network of ['database', 'broker', 'cache', 'telemetry'])
    expect(networks[network]).toEqual({ internal: true })
})

/** The addresses past a connection pooler and of a read replica; there are none here. */
const withoutUse = ['DATABASE_SESSION_URL', 'DATABASE_REPLICA_URL']

describe('the configuration', () => {
  const processes = Object.entries({ ...schemas, 'payment-simulator': schemas.simulator }).filter(
    ([name]) => services[name],
  )

  test.each(processes)('%s can be given every variable that it declares', (name, schema) => {
    const declared = Object.keys(schema.shape).filter(variable => !withoutUse.includes(variable))
    expect(Object.keys(services[name]?.environment ?? {})).toEqual(expect.arrayContaining(declared))
  })

  const withSecrets: ProcessName[] = ['booking', 'checkout', 'products', 'me', 'admin', 'migrate']

  test.each(withSecrets)('every secret of %s can be a file', name => {
    const { environment = {}, secrets = [] } = files.services[name] ?? {}
    for (const variable of variablesOf(name).filter(one => one.secret && !withoutUse.includes(one.name))) {
      const path = environment[`${variable.name}_FILE`] ?? ''
      expect([variable.name, environment[variable.name], path]).toEqual([
        variable.name,
        '',
        expect.stringMatching(/^\/run\/secrets\/\w+$/),
      ])
      expect(secrets).toContain(path.replace('/run/secrets/', ''))
      expect(files.secrets).toHaveProperty(path.replace('/run/secrets/', ''))
    }
  })

  test('development is what docker-compose.yml is not by itself', () => {
    for (const [name] of processes) {
      const { environment = {} } = services[name] ?? {}
      expect([name, environment.NODE_ENV]).toEqual([name, expect.stringMatching(/^\$\{NODE_ENV:-production\}$/)])
      expect([name, environment.ALLOW_LOCAL_SECRETS]).toEqual([
        name,
        expect.stringMatching(/^\$\{ALLOW_LOCAL_SECRETS:-no\}$/),
      ])
    }
  })
})

describe('passwords', () => {
  const textOf = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
  const demanded = [...new Set(textOf('docker-compose.yml').match(/(?<=\$\{)\w+(?=:\?)/g))].toSorted()

  test('have no default: Compose demands each that a server, a role or a user has', () => {
    const own = variablesOf('migrate').filter(({ name }) => name.endsWith('_PASSWORD'))
    const servers = ['GRAFANA_PASSWORD', 'POSTGRES_PASSWORD', 'RABBITMQ_DEFAULT_PASS']
    expect(demanded).toEqual([...own.map(({ name }) => name), ...servers].toSorted())
    expect(textOf('docker-compose.yml')).not.toMatch(/\$\{\w*_(?:PASS|PASSWORD|SECRET|KEYS?):?-/)
  })

  test.each([
    ['compose.yaml', 'docker-compose.development.env'],
    ['docker-compose.secrets.yml', 'docker-compose.secret-files.env'],
  ])('%s gives each that is demanded', (entry, variables) => {
    expect(Object.keys(parseEnv(textOf(variables))).toSorted()).toEqual(demanded)
    expect(textOf(entry)).toContain(`env_file: ${variables}`)
  })
})

describe('the image', () => {
  const lines = readDockerfile()
  const last = lines.slice(lines.findLastIndex(line => line.startsWith('FROM ')))
  const lastOf = (instruction: string) => last.findLast(line => line.startsWith(`${instruction} `))

  test('runs Node without a shell, with the flags of npm start', () => {
    expect(lastOf('ENTRYPOINT')).toBe(`ENTRYPOINT ${JSON.stringify(['node', ...serviceFlags]).replaceAll(',', ', ')}`)
    // The compile cache is of no use to a process with other flags.
    expect(last.join('\n')).toContain(`PORT=none node ${serviceFlags.join(' ')} "$main"`)
  })

  test('runs without root, and has a health check', () => {
    expect(lastOf('USER')).toBe('USER 1000:1000')
    expect(lastOf('HEALTHCHECK')).toContain('CMD ["node"')
  })

  test('contains no tests and no packages of a working copy', () => {
    const ignored = readFileSync(new URL('../../.dockerignore', import.meta.url), 'utf8').split('\n')
    expect(ignored).toEqual(
      expect.arrayContaining(['*', '**/node_modules', '**/*.test.ts', 'libs/testing', 'tools/bench']),
    )
  })
})
