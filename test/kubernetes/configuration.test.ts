import { loadConfig } from '@campstore/core/config/load-config'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { gatewayConfig } from '../../gateway/src/config.ts'
import { adminConfig } from '../../services/admin/src/config.ts'
import { bookingConfig } from '../../services/booking/src/config.ts'
import { checkoutConfig } from '../../services/checkout/src/config.ts'
import { meConfig } from '../../services/me/src/config.ts'
import { productsConfig } from '../../services/products/src/config.ts'
import { brokerPasswords, brokerUsers } from '../../tools/broker/users.ts'
import { migrationSources, rolePasswords } from '../../tools/migrate.ts'
import { simulatorConfig } from '../../tools/payment-simulator/config.ts'
import { environmentOf } from './environment.ts'
import { describeOverlays, type Overlay, processNames, workloadsOf } from './overlays.ts'

const schemas: Readonly<Record<string, z.ZodObject>> = {
  gateway: gatewayConfig,
  booking: bookingConfig,
  products: productsConfig,
  checkout: checkoutConfig,
  me: meConfig,
  admin: adminConfig,
  'payment-simulator': simulatorConfig,
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
    const names = overlay === 'local' ? [...processNames, 'payment-simulator'] : processNames
    for (const name of names) {
      const schema = schemas[name]
      expect(() => schema && loadConfig(schema, environment(overlay, name)), name).not.toThrow()
    }
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

  test('the migration is given the owner of the database and the administrator of the broker', () => {
    const {
      DATABASE_ADMIN_URL = '',
      RABBITMQ_ADMIN_URL = '',
      RABBITMQ_MANAGEMENT_URL = '',
    } = environment(overlay, 'migrate')
    const addresses = [DATABASE_ADMIN_URL, RABBITMQ_ADMIN_URL, RABBITMQ_MANAGEMENT_URL].map(url => new URL(url))
    expect(addresses.map(({ port }) => port)).toEqual(['5432', '5672', '15672'])
    expect(addresses.every(({ username, password }) => username && password)).toBe(true)
  })

  test('connections to the database are encrypted and verified in production', () => {
    const { DATABASE_URL = '' } = environment(overlay, 'booking')
    const { searchParams } = new URL(DATABASE_URL)
    expect(searchParams.get('sslmode')).toBe(overlay === 'production' ? 'verify-full' : null)
  })
})
