import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { batched } from '@campstore/database/batched'
import type { Queryable } from '@campstore/database/database'
import type { Clock, Identity } from './identity.ts'

/** The status of a customer who makes a request; a deleted one is refused before. */
export type MemberStatus = 'active' | 'suspended'

/**
 * The customer who makes a request. `name` and `email` are empty where neither the token nor the import had one. `emailVerified`
 * says whether a token or an import has proven the address: until then, mail to it may reach a stranger.
 */
export type Member = {
  kind: 'member'
  customerId: string
  name: string
  email: string
  /** Whether the address is proven to be the customer's. */
  emailVerified: boolean
  status: MemberStatus
  /** Present for an account without any identity: Firebase's anonymous sign-in, which costs one request. */
  isAnonymous?: true
}

/** A member, and when the token of the request expires. */
export type SignedInMember = Member & { tokenExpiresAt: Date }

/** Finds the customer of an identity. Throws `ApiError` FORBIDDEN for a deleted one. */
export type MemberDirectory = { resolve(identity: Identity): Promise<Member> }

type CustomerPrincipal = {
  id: string
  name: string
  email: string
  emailVerified: boolean
  /** When the token that last decided the address was issued, in milliseconds; a pool may read times as text. */
  emailAsOf: number
  hasPhone: boolean
  /** Whether a token changes this customer: not one that is deleted, or was joined into another. */
  followsToken: boolean
  status: MemberStatus | 'deleted'
}

/**
 * The customers, by the subject of their token (docs/contract/authentication.md#members). A request costs one prepared select, which requests
 * that arrive together share. Only a token that says something new costs a second one: of a subject without a customer, or of an
 * address, a name or a phone number that the customer does not have.
 *
 * Do not call it inside a transaction that holds locks: provisioning takes its own.
 *
 * @param dependencies.newId makes the id of a new customer
 */
export function createMemberDirectory(dependencies: {
  pool: Queryable
  newId: () => string
  clock: Clock
}): MemberDirectory {
  const { pool, newId, clock } = dependencies
  const find = batched((subjects: readonly string[]) => findCustomers(pool, subjects), together)
  const provision = async (identity: Identity): Promise<CustomerPrincipal> => {
    await identifyCustomer(pool, identity, newId(), clock())
    const customer = await find(identity.subject)
    if (!customer) throw new Error('member.identify_customer left no customer')
    return customer
  }
  return {
    async resolve(identity) {
      const known = await find(identity.subject)
      const customer = known && !saysSomethingNew(identity, known) ? known : await provision(identity)
      const { id: customerId, name, email, emailVerified, status } = customer
      if (status === 'deleted') throw new ApiError('FORBIDDEN', text('account.closed'))
      const isAnonymous = identity.provider === 'anonymous'
      return {
        kind: 'member',
        customerId,
        name,
        email,
        emailVerified: emailVerified && email !== '',
        status,
        ...(isAnonymous && { isAnonymous }),
      }
    },
  }
}

/**
 * Refuses operations that a suspended customer may not perform: start, change or pay a checkout
 * (docs/contract/authentication.md#suspended-and-deleted-customers). Throws FORBIDDEN.
 */
export function requireActiveCustomer(member: Member): void {
  if (member.status !== 'active') throw new ApiError('FORBIDDEN', text('account.suspended'))
}

/** Requests that arrive while others are looked up are looked up together. */
const together = { concurrency: 2, batchSize: 50 }

/** The customers of subjects, in their order; null for a subject without one. */
async function findCustomers(pool: Queryable, subjects: readonly string[]): Promise<(CustomerPrincipal | null)[]> {
  const { rows } = await pool.query<CustomerPrincipal & { subject: string }>({
    name: 'customers_of_subjects',
    text: /* sql */ `
      select
        firebase_uid as subject, id, name, email, status, email_verified as "emailVerified",
        (extract(epoch from email_as_of) * 1000)::float8 as "emailAsOf", has_phone as "hasPhone", follows_token as "followsToken"
      from member.customer_principal
      where firebase_uid = any ($1)`,
    values: [subjects],
  })
  const bySubject = new Map(rows.map(row => [row.subject, row]))
  return subjects.map(subject => bySubject.get(subject) ?? null)
}

/**
 * Whether a token has data that its customer lacks. `member.identify_customer` decides, once per token: a later proof of the
 * same address by another account wins, and so does a later token of this one.
 */
function saysSomethingNew(
  { email, emailVerified, issuedAt, name, phone }: Identity,
  known: CustomerPrincipal,
): boolean {
  if (!known.followsToken) return false
  if ((name && known.name === '') || (phone && !known.hasPhone) || (email && known.email === '')) return true
  if (!email || !emailVerified) return false
  const isSame = foldAscii(email) === foldAscii(known.email)
  const issuedMs = issuedAt.getTime()
  return isSame ? !known.emailVerified && issuedMs > known.emailAsOf : issuedMs >= known.emailAsOf
}

/** As the database compares addresses: no look-alike letter, such as the Kelvin sign, is equal to one of ASCII. */
const foldAscii = (email: string): string => email.replace(/[A-Z]/g, letter => letter.toLowerCase())

async function identifyCustomer(pool: Queryable, identity: Identity, id: string, at: Date): Promise<void> {
  const { subject, email = '', emailVerified, issuedAt, name = '', phone = '', provider } = identity
  await pool.query('select from member.identify_customer($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    subject,
    email,
    emailVerified,
    issuedAt,
    name,
    phone,
    provider,
    id,
    at,
  ])
}
