import type { Member } from '@campstore/auth/members'
import { storeTimeZone } from '@campstore/contract/booking/bounds'
import { newId } from '@campstore/core/new-id'
import { addDays, businessDate, type PlainDate } from '@campstore/core/plain-date'
import type { Transaction } from '@campstore/database/database'
import { insertAuditEntry } from '../../../services/admin/src/persistence/audit-log.ts'
import type { Activity } from './schema.ts'

/** A change at a moment; `path` is its place in the file. */
export type Step = { at: Date; path: string; run(): Promise<void> }

export type Address = { recipientName: string; phone: string; address: string }

export type Person = Member & { address: Address | null }

export type Replay = {
  tx: Transaction
  /** The date of an offset in days: `+2`. */
  dayOf(offset: string): PlainDate
  /** The instant of `-3 20:15`. */
  momentOf(text: string): Date
  personOf(customerId: string): Person
  /** Notes an entry of the audit log; without an administrator it does nothing. */
  audit(entry: { by: string | undefined; at: Date; action: string; targetId: string | null; request?: object }): void
  /** Writes the entries of the audit log: last, because they hold the accounts of staff, whose first sign-in would wait. */
  writeAudit(): Promise<void>
}

/** Why a step of the file cannot have happened. */
export class Impossible extends Error {}

const utcOffset = '+08:00'

/** Reads the shared data of the steps of an activity. */
export async function openReplay(tx: Transaction, { bookings, orders }: Activity, now: Date): Promise<Replay> {
  const today = businessDate(now, storeTimeZone, 0)
  const dayOf = (offset: string) => addDays(today, Number(offset))
  const people = await readPeople(
    tx,
    [...bookings, ...orders].map(({ customerId }) => customerId),
  )
  const administrators = await readAdministrators(tx)
  const entries: (() => Promise<void>)[] = []
  return {
    tx,
    dayOf,
    momentOf: text => {
      const [days = '', time = ''] = text.split(' ')
      return new Date(`${dayOf(days)}T${time}:00${utcOffset}`)
    },
    personOf: customerId => {
      const person = people.get(customerId)
      if (!person) throw new Impossible(`there is no active customer ${JSON.stringify(customerId)}`)
      return person
    },
    audit: ({ by, at, action, targetId, request }) => {
      if (by === undefined) return
      if (!administrators.has(by)) throw new Impossible(`there is no administrator ${JSON.stringify(by)}`)
      const entry = { id: newId(), at, adminId: by, action, targetId, requestId: newId(), clientAddress: '127.0.0.1' }
      const outcome = { outcome: 'succeeded', status: 200, code: null, after: null, at } as const
      const content = { ...entry, request: JSON.stringify(request ?? {}), before: null }
      entries.push(() => insertAuditEntry(tx, content, outcome))
    },
    writeAudit: async () => {
      for (const write of entries) await write()
    },
  }
}

const readAdministrators = async (tx: Transaction): Promise<Set<string>> => {
  const { rows } = await tx.query<{ id: string }>('select id from admin.account')
  return new Set(rows.map(({ id }) => id))
}

type PersonRow = { id: string; name: string; email: string; email_verified: boolean; address: Address | null }

async function readPeople(tx: Transaction, ids: readonly string[]): Promise<Map<string, Person>> {
  const { rows } = await tx.query<PersonRow>(
    `select id, name, email, email_verified, default_shipping_address as address
    from member.customer
    where id = any ($1) and status = 'active'`,
    [ids],
  )
  return new Map(
    rows.map(({ id, name, email, email_verified, address }) => [
      id,
      { kind: 'member', customerId: id, name, email, emailVerified: email_verified, status: 'active', address },
    ]),
  )
}
