import type { Queryable, Statement } from '@campstore/database/database'
import { expect, test } from 'vitest'
import { createBookingActions, stayOf } from '../testing/booking-actions.ts'
import { createShortageReader } from './shortages.ts'

test('the keys that are stored are not read but for the one that is asked for, and cost no compilation', async () => {
  const { owner, scenario, stop } = await createBookingActions()
  const campground = await scenario.campground()
  const zones = [{ zoneId: (await scenario.zone(campground, { total_sites: 0 })).id, quantity: 1 }]
  await owner.query(/* sql */ `
    insert into booking.idempotency_key (scope, actor_id, key, fingerprint, response, created_at)
    select 'hold', 'customer', number, 'fingerprint', '{}', now() from generate_series(1, 10000) number`)
  await owner.query('analyze booking.idempotency_key')
  const plans: string[] = []
  const query = async ({ text, values }: Statement) => {
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    plans.push(rows.map(row => row['QUERY PLAN']).join('\n'))
    return owner.query(text, values)
  }
  const read = createShortageReader({ query: query as unknown as Queryable['query'] }, 'before a hold')
  const wanted = { campgroundId: campground.id, stay: stayOf({ first: 0, end: 1 }), zones, customerId: 'customer' }
  expect((await read({ ...wanted, idempotencyKey: 'new' })).zones).toHaveLength(1)
  expect((await read({ ...wanted, idempotencyKey: '7' })).zones).toEqual([])
  expect(plans[0]).not.toContain('Seq Scan')
  // jit_above_cost
  expect(Number(/cost=[\d.]+\.\.(?<total>[\d.]+)/.exec(plans[0] ?? '')?.groups?.total)).toBeLessThan(100_000)
  await stop()
})
