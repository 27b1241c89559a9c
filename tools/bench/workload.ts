/**
 * The choices of the members. The load generator and pgbench follow the same rules, so that the database has the same work:
 * with **spread**, members choose at random; with **hot**, all choose the same. Each benchmark defines what that is.
 */
export const patterns = ['spread', 'hot'] as const

/** One of {@link patterns}. */
export type Pattern = (typeof patterns)[number]

/** Members with a token, made beforehand. */
export const memberCount = 300

/** Customers' ids, and the subjects of their tokens, numbered from 1. */
export const customerId = (number: number): string => `load-${number}`
export const memberSubject = (number: number): string => `load-member-${number}`

/** SQL that stores the members. */
export const storeMembers = /* sql */ `
  insert into member.customer (id, firebase_uid, name, email, registered_at, updated_at)
  select 'load-' || n, 'load-member-' || n, 'Load Member ' || n, 'load-member-' || n || '@members.test', now(), now()
  from generate_series(1, ${memberCount}) n
`

/** The first member, as the services know them. */
export const firstMember = {
  kind: 'member',
  customerId: customerId(1),
  name: 'Load Member 1',
  email: `${memberSubject(1)}@members.test`,
  status: 'active',
} as const

/** Any whole number from 1 to `count`. */
export const randomUpTo = (count: number): number => 1 + Math.floor(Math.random() * count)
