import { loadConfig } from '@campstore/core/config/load-config'
import type { IConfigMap } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { brokerPasswords, brokerUsers } from '../../tools/broker/users.ts'
import { schemas, variablesOf } from '../../tools/configuration/processes.ts'
import { migrationSources, rolePasswords } from '../../tools/migrate.ts'
import { describeOverlays, type Overlay, ofKind, processNames, type Workload, workloadsOf } from './overlays.ts'
import { secretsOf } from './secrets.ts'

/** What the addresses of servers are made of; no process reads them by themselves. */
const partsOfAddresses = ['POSTGRES_ADDRESS', 'RABBITMQ_ADDRESS', 'RABBITMQ_MANAGEMENT_ADDRESS']

/** The environment of a workload's container, as the kubelet makes it: `envFrom`, then `env` in its order. */
function environmentOf(overlay: Overlay, { name, pod }: Workload): Record<string, string> {
  const [container] = pod.containers
  const config = new Map(ofKind<IConfigMap>(overlay, 'ConfigMap').map(({ metadata, data }) => [metadata.name, data]))
  const secrets = secretsOf(overlay)
  const environment: Record<string, string> = {}
  for (const { configMapRef, secretRef } of container?.envFrom ?? []) {
    if (configMapRef) Object.assign(environment, config.get(configMapRef.name ?? ''))
    if (secretRef) Object.assign(environment, Object.fromEntries(secrets.get(secretRef.name ?? '') ?? []))
  }
  for (const { name: variable, value, valueFrom } of container?.env ?? []) {
    const { name: secret = '', key = '' } = valueFrom?.secretKeyRef ?? {}
    const given = value?.replaceAll(/\$\(([A-Z_]+)\)/g, (reference, other) => environment[other] ?? reference)
    environment[variable] = given ?? secrets.get(secret)?.get(key) ?? ''
    if (environment[variable].includes('$(')) throw new Error(`${name}: ${variable} refers to what is not defined.`)
  }
  return environment
}

function environment(overlay: Overlay, name: string): Record<string, string> {
  const workload = workloadsOf(overlay).find(({ labels }) => labels['app.kubernetes.io/name'] === name)
  if (!workload) throw new Error(`There is no ${name}.`)
  const values = environmentOf(overlay, workload)
  const keyFile = values.GOOGLE_APPLICATION_CREDENTIALS
  if (keyFile === undefined) return values
  // The file is in a volume. Any file stands for it here.
  const mounts = workload.pod.containers[0]?.volumeMounts ?? []
  const mounted = mounts.some(({ mountPath }) => keyFile.startsWith(`${mountPath}/`))
  return mounted ? { ...values, GOOGLE_APPLICATION_CREDENTIALS: import.meta.filename } : values
}

describeOverlays('%s', overlay => {
  test('every process accepts its configuration', () => {
    for (const name of processNames) {
      expect(() => loadConfig(schemas[name], environment(overlay, name)), name).not.toThrow()
    }
    if (overlay === 'local')
      expect(() => loadConfig(schemas.simulator, environment(overlay, 'payment-simulator'))).not.toThrow()
  })

  test('every variable of the configuration is one that a process reads, or part of an address', () => {
    const known = [...processNames, 'migrate' as const].flatMap(name =>
      variablesOf(name).map(variable => variable.name),
    )
    const configured = ofKind<IConfigMap>(overlay, 'ConfigMap').flatMap(({ data }) => Object.keys(data ?? {}))
    expect(configured.filter(name => !known.includes(name) && !partsOfAddresses.includes(name))).toEqual([])
  })

  test('the gateway and the admin service know the services that they call', () => {
    const urls = (name: string) => Object.entries(environment(overlay, name)).filter(([key]) => key.endsWith('_URLS'))
    const services = processNames.filter(name => name !== 'gateway')
    const expected = services.map(name => [`${name.toUpperCase()}_URLS`, `http://${name}:8080`])
    expect(Object.fromEntries(urls('gateway'))).toEqual(Object.fromEntries(expected))
    expect(Object.fromEntries(urls('admin'))).toEqual(Object.fromEntries(expected))
  })

  test('the migration gives every role and every user the password with which its process logs in', () => {
    const migration = environment(overlay, 'migrate')
    const passwordIn = (address = '') => new URL(address).password
    const roles = migrationSources.map(({ service }) => [
      service,
      passwordIn(environment(overlay, service).DATABASE_URL),
    ])
    expect(rolePasswords(migration)).toEqual(Object.fromEntries(roles))
    const users = Object.keys(brokerUsers).filter(user => user !== 'payment')
    const passwords = users.map(user => [user, passwordIn(environment(overlay, user).RABBITMQ_URL)])
    expect(brokerPasswords(migration)).toEqual({ ...Object.fromEntries(passwords), payment: expect.any(String) })
  })

  test('connections to the database are encrypted and verified in production', () => {
    const { DATABASE_URL = '' } = environment(overlay, 'booking')
    const { searchParams } = new URL(DATABASE_URL)
    expect(searchParams.get('sslmode')).toBe(overlay === 'production' ? 'verify-full' : null)
  })
})
