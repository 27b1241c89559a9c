import { ApiError } from '@campstore/contract/errors'
import type { Queryable } from '@campstore/database/database'
import type { Clock, Identity } from './identity.ts'

/** A customer's standing; a deleted one never gets as far as being a principal. */
export type MemberStatus = 'active' | 'suspended'

/**
 * The customer who makes a request. `name` is empty where neither token nor import gave one, `email` also where nobody has
 * proven that the address is theirs: what is sent to it must not reach a stranger.
 */
export type Member = { kind: 'member'; customerId: string; name: string; email: string; status: MemberStatus }

/** Finds the customer of an identity. Throws `ApiError` FORBIDDEN for a deleted one. */
export type MemberDirectory = { resolve(identity: Identity): Promise<Member> }

type CustomerRow = { id: string; name: string; email: string; status: MemberStatus | 'deleted' }
type KnownCustomer = CustomerRow & { emailVerified: boolean }

/**
 * The customers, by the subject of their token (decisions.md, 3). A request costs one prepared select; only a subject that
 * has no customer yet is provisioned, or bound to the customer that was imported with its verified e-mail.
 *
 * Not to be called inside a transaction that holds locks: provisioning takes its own.
 *
 * @param newId makes the id of a customer
 */
export function createMemberDirectory(dependencies: {
  pool: Queryable
  newId: () => string
  clock: Clock
}): MemberDirectory {
  const { pool, newId, clock } = dependencies
  return {
    async resolve(identity) {
      const known = await findCustomer(pool, identity)
      const customer =
        known && !provesEmail(identity, known) ? known : await provision(pool, identity, newId(), clock())
      const { id: customerId, name, status } = customer
      const email = 'emailVerified' in customer && !customer.emailVerified ? '' : customer.email
      if (status === 'deleted') throw new ApiError('FORBIDDEN', 'This account has been closed')
      return { kind: 'member', customerId, name, email, status }
    },
  }
}

/**
 * For what a suspended customer may not do: start, change or pay a checkout (decisions.md, 3).
 *
 * @throws {ApiError} FORBIDDEN
 */
export function requireActive(member: Member): void {
  if (member.status !== 'active') throw new ApiError('FORBIDDEN', 'This account is suspended')
}

async function findCustomer(pool: Queryable, { subject }: Identity): Promise<KnownCustomer | undefined> {
  const { rows } = await pool.query<KnownCustomer>({
    name: 'customer_of_subject',
    text: `
      select id, name, email, status, email_verified as "emailVerified"
      from member.customer_principal
      where firebase_uid = $1`,
    values: [subject],
  })
  return rows[0]
}

/** Whether a token proves an address that its customer has had unproven so far. */
const provesEmail = (identity: Identity, customer: KnownCustomer): boolean =>
  !customer.emailVerified && identity.emailVerified && identity.email?.toLowerCase() === customer.email.toLowerCase()

async function provision(pool: Queryable, identity: Identity, id: string, at: Date): Promise<CustomerRow> {
  const { subject, email = '', emailVerified, name = '', provider } = identity
  const { rows } = await pool.query<CustomerRow>(
    `
      select id, name, email, status
      from member.resolve_customer($1, $2, $3, $4, $5, $6, $7)`,
    [subject, email, emailVerified, name, provider, id, at],
  )
  const customer = rows[0]
  if (!customer) throw new Error('member.resolve_customer returned no row')
  return customer
}
