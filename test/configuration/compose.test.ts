import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { processNames, schemas, variablesOf } from '../../tools/configuration/processes.ts'
import { serviceFlags } from '../../tools/service-flags.ts'

const textOf = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const list = z.array(z.string()).default([])
const network = z.union([list, z.record(z.string(), z.unknown()).transform(Object.keys)]).default([])

const service = z.looseObject({
  ports: list,
  networks: network,
  volumes: list,
  environment: z.record(z.string(), z.string().nullable()).default({}),
})

const composeFile = z.looseObject({ services: z.record(z.string(), service) })

/** A Compose file, with its anchors and merges resolved. Tags such as `!reset` are left out. */
const readComposeFile = (name: string) => composeFile.parse(parse(textOf(name), { merge: true, logLevel: 'error' }))

const { services } = readComposeFile('docker-compose.yml')
const production = readComposeFile('docker-compose.production.yml')
const files = readComposeFile('docker-compose.secrets.yml')
const plain = new Set(processNames.flatMap(variablesOf).flatMap(({ name, secret }) => (secret ? [] : [name])))
const all = Object.entries(services)

test('servers are published on this machine only', () => {
  const ports = all.filter(([name]) => name !== 'gateway').flatMap(([, service]) => service.ports)
  expect(ports).not.toEqual([])
  for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
})

/** Who shares a network with a server. */
const neighboursOf = (server: string): string[] =>
  all
    .filter(([, service]) =>
      service.networks.some(network => network !== 'development' && services[server]?.networks.includes(network)),
    )
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

/** The addresses past a connection pooler and of a read replica; there are none here. */
const withoutUse = ['DATABASE_SESSION_URL', 'DATABASE_REPLICA_URL']

const processes = Object.entries({ ...schemas, 'payment-simulator': schemas.simulator }).filter(
  ([name]) => services[name],
)
const productionProcesses = processes.filter(([name]) => name !== 'payment-simulator')

describe('the configuration', () => {
  test.each(processes)('%s can be given every variable that it declares', (name, schema) => {
    const outside = [...withoutUse, 'GOOGLE_APPLICATION_CREDENTIALS']
    const declared = Object.keys(schema.shape).filter(variable => !outside.includes(variable))
    expect(Object.keys(services[name]?.environment ?? {})).toEqual(expect.arrayContaining(declared))
  })

  test.each(productionProcesses)('%s has nothing of development in production', name => {
    const { environment = {} } = production.services[name] ?? {}
    expect(environment.NODE_ENV).toBe('production')
    const settings = Object.entries(services[name]?.environment ?? {}).filter(([variable]) => plain.has(variable))
    const ofDevelopment = settings.filter(([, value]) => value?.includes(':-') || value?.includes('demo-'))
    for (const [variable] of ofDevelopment) expect([variable, environment[variable]]).toEqual([variable, null])
  })

  test('what only development has is not started in production, and only the gateway is published', () => {
    for (const name of ['demo-data', 'identity', 'payment-simulator'])
      expect(production.services[name]).toMatchObject({ profiles: ['development'] })
    const published = all.filter(([name, { ports }]) => name !== 'gateway' && ports.length > 0).map(([name]) => name)
    for (const name of published) expect(textOf('docker-compose.production.yml')).toMatch(resetOf(name))
    for (const name of ['postgres', 'rabbitmq'])
      expect(production.services[name]?.networks).not.toContain('development')
  })

  test.each(['booking', 'checkout', 'products', 'me', 'admin', 'migrate'] as const)(
    'no secret of %s is in a variable where secrets are in files',
    name => {
      const { environment = {}, volumes } = files.services[name] ?? {}
      expect(volumes).toEqual([expect.stringContaining(`/${name}:/run/secrets:ro`)])
      const given = Object.keys(services[name]?.environment ?? {})
      const secrets = variablesOf(name).filter(one => one.secret && given.includes(one.name))
      // That of migrate is replaced.
      const inVariables = name === 'migrate' ? secrets.filter(one => one.name in environment) : secrets
      for (const one of inVariables) expect([one.name, environment[one.name]]).toEqual([one.name, ''])
    },
  )
})

/** Whether docker-compose.production.yml unpublishes a service, by itself or with the others of development. */
const resetOf = (name: string) => new RegExp(`\\n {2}${name}: (?:\\*development-only|\\{.*ports: !reset \\[\\])`)

test('outside of development Compose demands each password that it would give', () => {
  const given = textOf('docker-compose.yml').matchAll(/\$\{(\w+_PASS(?:WORD)?):-/g)
  const demanded = textOf('docker-compose.production.yml').matchAll(/\$\{(\w+):\?/g)
  const namesIn = (found: Iterable<RegExpMatchArray>) => [...new Set([...found].map(([, name]) => name))].toSorted()
  expect(namesIn(demanded)).toEqual(namesIn(given))
})

test('the image runs Node without a shell, with the flags of npm start', () => {
  const joined = textOf('Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
  const lines = joined.split('\n')
  const last = lines.slice(lines.findLastIndex(line => line.startsWith('FROM ')))
  const entrypoint = `ENTRYPOINT ${JSON.stringify(['node', ...serviceFlags]).replaceAll(',', ', ')}`
  expect(last.findLast(line => line.startsWith('ENTRYPOINT '))).toBe(entrypoint)
  // The compile cache is of no use to a process with other flags.
  expect(last.join('\n')).toContain(`PORT=none node ${serviceFlags.join(' ')} "$main"`)
})
