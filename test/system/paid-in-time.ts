import { readFileSync } from 'node:fs'
import type { HoldKind } from '@campstore/holds/hold-definition'
import type { ServiceProcess } from '@campstore/testing/processes'
import { until } from '@campstore/testing/waiting'
import { expect } from 'vitest'
import { type MemberClient, orderOf, repeatingRefusals, sessionOf } from './client.ts'
import { createSampleRequests } from './sample-requests.ts'
import type { ServiceName, System } from './system.ts'
import { forSeconds } from './waiting.ts'

/** The two processes of a kind's service, first the one that consumes payments. */
export async function activeFirst(system: System, kind: HoldKind): Promise<[ServiceProcess, ServiceProcess]> {
  const payable = await holdMany(system, kind, 1)
  await payAll(system, payable)
  const [probe] = payable
  await allDecided(system, payable)
  const [one, other] = system.processes(serviceOf[kind])
  if (!one || !other || !probe) throw new Error('not two processes')
  // The log is written some time after the payment is stored.
  const active = await until(() => [one, other].find(process => applied(process, probe.id)))
  return active === one ? [one, other] : [other, one]
}

const applied = ({ log }: ServiceProcess, id: string): boolean =>
  readFileSync(log, 'utf8')
    .split('\n')
    .some(line => line.includes('"Payment notification processed"') && line.includes(id))

/** A hold that waits for its payment; its deadline in milliseconds since 1970. */
export type Payable = { kind: HoldKind; id: string; amount: string; deadline: number }

export const serviceOf: Record<HoldKind, ServiceName> = { booking: 'booking', order: 'checkout' }

/** So many holds of a kind, started at once by one member. */
export async function holdMany(system: System, kind: HoldKind, count: number): Promise<Payable[]> {
  const member = repeatingRefusals(await system.member())
  const samples = await createSampleRequests(system.owner)
  return Promise.all(Array.from({ length: count }, () => holdOne(member, samples, kind)))
}

/** Numbers of bookings and of orders. */
export async function holdBoth(system: System, count: number): Promise<Payable[]> {
  return (await Promise.all([holdMany(system, 'booking', count), holdMany(system, 'order', count)])).flat()
}

/** The deadline that comes first, in milliseconds since 1970. */
export const firstDeadline = (held: readonly Payable[]): number => Math.min(...held.map(({ deadline }) => deadline))

/** Waits until this many seconds before the first deadline. */
export const untilBefore = (held: readonly Payable[], seconds: number): Promise<void> =>
  forSeconds((firstDeadline(held) - Date.now()) / 1000 - seconds)

/** Waits until this many seconds after the last deadline. */
export const untilAfter = (held: readonly Payable[], seconds: number): Promise<void> =>
  forSeconds((Math.max(...held.map(({ deadline }) => deadline)) - Date.now()) / 1000 + seconds)

async function holdOne(
  member: MemberClient,
  samples: Awaited<ReturnType<typeof createSampleRequests>>,
  kind: HoldKind,
): Promise<Payable> {
  if (kind === 'booking') {
    const { bookingId, pricing, checkoutExpiresAt } = sessionOf(await samples.stay(member)())
    return { kind, id: bookingId, amount: pricing.finalAmount, deadline: Date.parse(checkoutExpiresAt) }
  }
  const { orderId, pricing, checkoutExpiresAt } = orderOf(await samples.order(member)())
  return { kind, id: orderId, amount: pricing.total, deadline: Date.parse(checkoutExpiresAt) }
}

/** Pays all of them, each before its deadline; resolves when the broker has the payments. */
export async function payAll(system: System, payables: readonly Payable[]): Promise<void> {
  await Promise.all(payables.map(({ kind, id, amount }) => system.payments.pay({ kind, id }, amount)))
  const late = payables.filter(({ deadline }) => deadline <= Date.now())
  if (late.length > 0) throw new Error(`${late.length} payments were late: this test needs longer holds`)
}

/** Waits until each of them is paid or cancelled. */
export async function allDecided(system: System, payables: readonly Payable[]): Promise<void> {
  await expect.poll(async () => (await outcomesOf(system, payables)).undecided, { interval: 500 }).toBeUndefined()
}

/** How many of them have which outcome: `{ paid: 12 }`, `{ cancelled: 1, paid: 11 }`. */
export async function outcomesOf({ owner }: System, payables: readonly Payable[]): Promise<Record<string, number>> {
  const outcomes = `
    select
      case when status = 'cancelled' then 'cancelled' when payment_status = 'paid' then 'paid' else 'undecided' end as outcome,
      count(*)::integer as count
    from (
      select id, status, payment_status from booking.booking
      union all
      select id, status, payment_status from checkout.store_order
    ) held
    where id = any ($1)
    group by 1`
  const { rows } = await owner.query<{ outcome: string; count: number }>(outcomes, [payables.map(({ id }) => id)])
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]))
}
