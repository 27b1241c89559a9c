import type { Role } from '@campstore/contract/admin/permissions'
import type { Overrides } from '@campstore/contract/admin/users'
import type { Owner } from '@campstore/contract/route'
import { loadConfig } from '@campstore/core/config/load-config'
import type { Client } from '@campstore/testing/client'
import { type Fields, insertRow, unique } from '@campstore/testing/rows'
import { type ServiceFixture, startServiceFixture } from '@campstore/testing/service-fixture'
import { adminConfig } from '../config.ts'
import { startAdminService } from '../service.ts'
import { type FakeService, startFakeService } from './fake-service.ts'

const owners = ['booking', 'products', 'checkout', 'me'] as const

/** An administrator that a test set up, and how they talk to the service. */
export type Staff = { id: string; email: string; subject: string; client: Client }

/** An admin service in a fixture of its own, with stand-ins for the services that it calls. */
export type AdminFixture = ServiceFixture & {
  owners: Record<Owner, FakeService>
  /** A new administrator: active, bound, with the role admin and no overrides unless the changes say otherwise. */
  staff(changes?: { role?: Role; overrides?: Overrides } & Fields): Promise<Staff>
  /** The audit records of a request or of a target, oldest first. */
  records(where: { request_id?: string; target_id?: string; admin_id?: string }): Promise<Fields[]>
}

/** Starts one. An administrator with every permission is there from the beginning, so that nobody is the last by chance. */
export async function startAdminFixture(environment: Record<string, string> = {}): Promise<AdminFixture> {
  let now = (): Date => new Date()
  const started = await Promise.all(owners.map(name => startFakeService(name, () => now())))
  const urls = started.map(({ url }, index) => [`${owners[index]?.toUpperCase()}_URLS`, url])
  const fixture = await startServiceFixture({
    service: 'admin',
    permission: '',
    queues: 0,
    environment: { ...Object.fromEntries(urls), ...environment },
    start: (variables, log, clock) => startAdminService(loadConfig(adminConfig, variables), log, clock),
  })
  now = fixture.clock.now
  const [booking, products, checkout, me] = started
  if (!booking || !products || !checkout || !me) throw new Error('an owner was not started')
  const standIns = { booking, products, checkout, me }
  return {
    ...fixture,
    owners: standIns,
    staff: changes => insertStaff(fixture, changes),
    records: async where => {
      const [[column, value] = ['id', '']] = Object.entries(where)
      const sql = `select * from admin.audit_record where ${column} = $1 order by at, id`
      return (await fixture.owner.query<Fields>(sql, [value])).rows
    },
    stop: async () => {
      await fixture.stop()
      // A test may have replaced one.
      await Promise.all(Object.values(standIns).map(owner => owner.stop()))
    },
  }
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
