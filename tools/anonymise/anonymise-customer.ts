import { newId } from '@campstore/core/new-id'
import type { Queryable } from '@campstore/database/database'
import { lockOutMember } from '@campstore/holds/member-lock'
import { CliError } from '@campstore/local-servers/cli-error'
import { insertAuditEntry } from '../../services/admin/src/persistence/audit-log.ts'
import { openBusiness, statements } from './statements.ts'

/** Whose data go, why, and the administrator who answers for it. */
export type Anonymisation = { customerId: string; reason: string; administrator: string }

/** How many rows of each kind were changed. */
export type Anonymised = { bookings: number; orders: number }

/**
 * Removes what tells who a customer is, from the account and from all bookings and orders; ids, amounts and dates stay, and an entry
 * of the audit log says who asked for it and why (docs/operations.md#personal-data). Repeated, it removes data added since.
 *
 * @param tx inside of a transaction of the owner of all schemas
 * @throws {CliError} for an unknown customer or administrator, and while something is open, which it names
 */
export async function anonymiseCustomer(
  tx: Queryable,
  { customerId, reason, administrator }: Anonymisation,
  at: Date,
): Promise<Anonymised> {
  const adminId = await findAdministrator(tx, administrator)
  const locked = await tx.query('select from member.customer where id = $1 for update', [customerId])
  if (locked.rowCount === 0) throw new CliError(`There is no customer with the id ${customerId}.`)
  await lockOutMember(tx, customerId)
  await requireNothingOpen(tx, customerId)
  const counts: Record<string, number> = {}
  for (const [name, sql] of Object.entries(statements)) {
    const { rowCount } = await tx.query(sql, [customerId])
    counts[name] = rowCount ?? 0
  }
  const { bookings = 0, orders = 0 } = counts
  const id = newId()
  const request = JSON.stringify({ reason })
  const by = { adminId, requestId: id, clientAddress: 'npm run anonymise' }
  const outcome = { outcome: 'succeeded', status: null, code: null, after: { bookings, orders }, at } as const
  await insertAuditEntry(
    tx,
    { id, at, ...by, action: 'anonymise', targetId: customerId, request, before: null },
    outcome,
  )
  return { bookings, orders }
}

async function findAdministrator(tx: Queryable, email: string): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    /* sql */ `
    select id
    from admin.account
    where lower(email collate "C") = lower($1::text collate "C")
      and active`,
    [email],
  )
  if (!rows[0]) throw new CliError(`There is no active administrator with the e-mail ${email}.`)
  return rows[0].id
}

async function requireNothingOpen(tx: Queryable, customerId: string): Promise<void> {
  const { rows } = await tx.query<{ what: string }>(openBusiness, [customerId])
  if (rows.length === 0) return
  const lines = rows.map(({ what }) => `  ${what}`)
  throw new CliError(
    ['Nothing was changed, because the following is still open. End it first, then repeat the command.', ...lines].join(
      '\n',
    ),
  )
}
