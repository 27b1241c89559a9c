import { newId } from '@campstore/core/new-id'
import type { Queryable } from '@campstore/database/database'
import { lockOutMember } from '@campstore/holds/member-lock'
import { CliError } from '@campstore/local-servers/cli-error'
import { onDatabase } from '@campstore/local-servers/postgres'
import { insertAuditEntry } from '../services/admin/src/persistence/audit-log.ts'
import { openBusiness, statements } from './anonymise/statements.ts'
import { onAdminDatabase, parseCommandLine, requiredAddress, runCommand, UsageError } from './command.ts'

/** Whose data go, why, and the administrator who answers for it. */
type Anonymisation = { customerId: string; reason: string; administrator: string }

/** How many rows of each kind were changed. */
type Anonymised = { bookings: number; orders: number }

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

const maxReason = 200

/** @throws {UsageError} for a wrong command line */
function requestFrom(args: readonly string[]): Anonymisation {
  const options = { reason: { type: 'string', default: '' }, by: { type: 'string', default: '' } } as const
  const { values, positionals } = parseCommandLine('anonymise', args, options, 1)
  const [customerId = ''] = positionals
  const reason = values.reason.trim()
  if (reason === '' || reason.length > maxReason)
    throw new UsageError('anonymise', `--reason must have 1 to ${maxReason} characters.`)
  const administrator = values.by.trim()
  if (administrator === '') throw new UsageError('anonymise', '--by must name the administrator who answers for it.')
  return { customerId, reason, administrator }
}

/** Anonymises a customer in one transaction. @throws {CliError} while something is open, with a line for each */
export async function anonymise(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const request = requestFrom(args)
  const result = await onAdminDatabase(requiredAddress(environment, 'DATABASE_ADMIN_URL'), adminUrl =>
    onDatabase(adminUrl, async client => {
      await client.query('begin')
      // An error ends the connection, and the transaction with it.
      const anonymised = await anonymiseCustomer(client, request, new Date())
      await client.query('commit')
      return anonymised
    }),
  )
  return `Customer ${request.customerId} is anonymised: ${result.bookings} bookings and ${result.orders} orders were changed`
}

if (import.meta.main) await runCommand((args, environment) => anonymise(args, environment))
