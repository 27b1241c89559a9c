import { randomBytes } from 'node:crypto'
import { signInternalToken } from '@campstore/auth/internal-token'
import type { Role } from '@campstore/contract/admin/permissions'
import { adminUserDetailSchema } from '@campstore/contract/admin/users'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { createIdentity } from '@campstore/testing/identity'
import { insertRow } from '@campstore/testing/rows'
import { internalKeys } from '@campstore/testing/secrets'
import type { ApiResponse } from '@campstore/testing/send'
import { type Client, clientOf, repeatRefused } from './client.ts'
import { processFor, type System } from './system.ts'

/** An administrator's client. */
export type StaffClient = Client & { adminId: string }

/** Inserts an administrator and signs them in; every process has verified the token then. */
export async function signInStaff(system: System, role: Role): Promise<StaffClient> {
  const { owner, url } = system
  const id = `${role}-${randomBytes(4).toString('hex')}`
  const email = `${id}@campstore.test`
  const at = new Date()
  await insertRow(owner, 'admin.account', { id, email, name: 'Chen Yi', role, created_at: at, updated_at: at })
  const { token, uid } = await createIdentity({ email })
  const client = clientOf(url, token)
  const session = await client.post('/api/admin/auth/firebase/session', { idToken: token })
  const account = adminUserDetailSchema.parse(session.data)
  await Promise.all(system.processes('admin').map(one => clientOf(one.url, token).get('/api/admin/users')))
  if (account.id !== id || account.firebaseUid !== uid) throw new Error(`signed in as another account: ${session.text}`)
  return { ...client, adminId: id }
}

/** Cancels a booking or an order, as the admin service does, at one of the owner's processes. */
export const cancelByStaff = (system: System, kind: HoldKind, id: string): Promise<ApiResponse> =>
  actByStaff(system, kind, id, 'cancel', { reason: 'not paid' })

/**
 * Carries out an action on a booking or an order, as the admin service does, at one of the owner's processes; again while it is
 * refused as unavailable.
 */
export function actByStaff(
  system: System,
  kind: HoldKind,
  id: string,
  action: string,
  body?: object,
  method: 'POST' | 'PATCH' | 'DELETE' = 'POST',
): Promise<ApiResponse> {
  const service = kind === 'booking' ? 'booking' : 'checkout'
  const call = { adminId: 'admin-1', permissions: [`${kind}s.edit`, 'payments.edit'], audience: service }
  const { url } = processFor(system, service, id)
  return repeatRefused(async () => {
    // A new one each time, as it is valid for less than a minute.
    const token = await signInternalToken(call, internalKeys.signingKey, () => new Date())
    return clientOf(url, token).send(method, `/internal/${service}/${kind}s/${id}/${action}`, { body })
  })
}
