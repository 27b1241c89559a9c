import type { Role } from '@campstore/contract/admin/permissions'
import type { Overrides } from '@campstore/contract/admin/users'
import type { Owner } from '@campstore/contract/route'
import { loadConfig } from '@campstore/core/config/load-config'
import type { Client } from '@campstore/testing/client'
import { type Fields, insertRow, unique } from '@campstore/testing/rows'
import { type ServiceFixture, startServiceFixture } from '@campstore/testing/service-fixture'
import { useFixture } from '@campstore/testing/use-fixture'
import { beforeEach } from 'vitest'
import { adminConfig } from '../config.ts'
import { startAdminService } from '../service.ts'
import { type FakeService, respondWithName, startFakeService } from './fake-service.ts'

const serviceNames = ['booking', 'products', 'checkout', 'me'] as const

/** An administrator of a test, and their client. */
export type Staff = { id: string; email: string; subject: string; client: Client }

/** An admin service in its own fixture, with fakes of the services that it calls. */
export type AdminFixture = ServiceFixture & {
  services: Record<Owner, FakeService>
  /** Inserts an administrator: active, bound, with the role admin and no overrides unless the changes say otherwise. */
  staff(changes?: { role?: Role; overrides?: Overrides } & Fields): Promise<Staff>
  /** The audit entries of a request, a target or an administrator, oldest first. */
  auditEntries(where: { request_id?: string; target_id?: string; admin_id?: string }): Promise<Fields[]>
}

export async function startAdminFixture(environment: Record<string, string> = {}): Promise<AdminFixture> {
  let now = (): Date => new Date()
  const [booking, products, checkout, me] = await Promise.all([
    startFakeService('booking', () => now()),
    startFakeService('products', () => now()),
    startFakeService('checkout', () => now()),
    startFakeService('me', () => now()),
  ])
  const services = { booking, products, checkout, me }
  const urls = serviceNames.map(name => [`${name.toUpperCase()}_URLS`, services[name].url])
  const fixture = await startServiceFixture({
    service: 'admin',
    permission: '',
    queues: 0,
    // The rest is answered by the fakes.
    isChecked: path => /^\/api\/admin\/(?:users|permissions|auth|webhook)/.test(path),
    environment: { ...Object.fromEntries(urls), ...environment },
    start: (variables, log, clock) => startAdminService(loadConfig(adminConfig, variables), log, clock),
  })
  now = fixture.clock.now
  return {
    ...fixture,
    services,
    staff: changes => insertStaff(fixture, changes),
    auditEntries: async where => {
      const [[column, value] = ['id', '']] = Object.entries(where)
      const sql = `select * from admin.audit_entry where ${column} = $1 order by at, id`
      return (await fixture.owner.query<Fields>(sql, [value])).rows
    },
    stop: async () => {
      await fixture.stop()
      // A test may have replaced one.
      await Promise.all(Object.values(services).map(service => service.stop()))
    },
  }
}

/** A fixture whose services answer as usual again before each test; by default it waits longer than any call takes. */
export function useServices(timeoutMs = 5_000): AdminFixture & { chief: Staff } {
  const fixture = useFixture(async () => {
    const started = await startAdminFixture({ UPSTREAM_TIMEOUT_MS: String(timeoutMs) })
    return { ...started, chief: await started.staff() }
  })
  beforeEach(() => {
    for (const [name, service] of Object.entries(fixture.services))
      Object.assign(service, { requests: [], respond: respondWithName(name) })
  })
  return fixture
}

async function insertStaff(
  { owner, as }: Pick<ServiceFixture, 'owner' | 'as'>,
  { overrides = {}, ...changes }: { role?: Role; overrides?: Overrides } & Fields = {},
): Promise<Staff> {
  const id = unique('staff')
  const row = {
    id,
    email: `${id}@campstore.test`,
    name: '店員',
    role: 'admin',
    firebase_uid: `uid-${id}`,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    ...changes,
  }
  await insertRow(owner, 'admin.account', row)
  for (const [section, { view, edit }] of Object.entries(overrides)) {
    await insertRow(owner, 'admin.permission_override', { account_id: id, section, can_view: view, can_edit: edit })
  }
  const { email, firebase_uid: subject } = row
  return { id, email, subject, client: as({ subject, email }) }
}
