import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { money } from '@campstore/core/money'
import type { LoadEntities } from '@campstore/database/database'
import type { ServiceFixture } from '@campstore/testing/service-fixture'
import { createUseCaseDependencies } from '@campstore/testing/use-case-harness'
import { eventually } from '@campstore/testing/waiting'
import { expect } from 'vitest'
import type { z } from 'zod'
import { type ExpiryOutcome, expireHolds } from '../expire-hold.ts'
import type { HoldDefinition, HoldRecord } from '../hold-definition.ts'
import { createOverdueHoldSweep } from '../jobs/sweep-overdue-holds.ts'
import { alwaysSettled } from './always-settled.ts'

export type WithHolds<Session> = ServiceFixture & {
  /** Ends a hold if it is over, as the consumer of ended holds does. */
  expire(id: string): Promise<ExpiryOutcome>
  /** One round of the sweeper; how many holds it ended. */
  sweep(): Promise<number>
  /** Starts a checkout that must succeed. */
  hold(member: { subject: string }, request: object): Promise<Session>
  /** Publishes a signed notification that it was paid in full; changes make it another one. */
  pay(session: Session, changes?: Partial<PaymentNotification>): Promise<PaymentNotification>
  /** Pays in full, and waits until that is applied. */
  paid(session: Session): Promise<PaymentNotification>
  /** Pays this amount, by default all of it; what becomes of that: `applied`, or why it is not. */
  outcomeOf(session: Session, amount?: string): Promise<string>
}

/** Adds the operations on holds to the fixture of a service. */
export async function withHolds<Session, T extends HoldRecord>(
  fixture: ServiceFixture,
  definition: HoldDefinition<T>,
  options: {
    entities: LoadEntities
    sessionsPath: string
    session: z.ZodType<Session>
    /** The notification that a session was paid in full. */
    payment(session: Session, at: Date): PaymentNotification
  },
): Promise<WithHolds<Session>> {
  const { schema } = definition
  const deps = await createUseCaseDependencies(fixture, { service: schema, entities: options.entities })
  const settlement = alwaysSettled(fixture.clock.now)
  const pay = async (session: Session, changes?: Partial<PaymentNotification>) => {
    const notification = { ...options.payment(session, fixture.clock.now()), ...changes }
    await fixture.notify(notification)
    return notification
  }
  return {
    ...fixture,
    expire: async id => (await expireHolds(deps, definition, settlement, [id])).get(id) ?? 'not_found',
    sweep: createOverdueHoldSweep(deps, definition, settlement),
    hold: async (member, request) => {
      const answer = await fixture.as({ subject: member.subject }).post(options.sessionsPath, request)
      if (answer.status !== 200) throw new Error(`The hold was refused: ${JSON.stringify(answer.body)}`)
      return options.session.parse(answer.data)
    },
    pay,
    paid: async session => {
      const notification = await pay(session)
      const { kind, id } = notification.target
      await fixture.broker.eventOf(id, `${kind}.paid`)
      return notification
    },
    outcomeOf: async (session, amount) => {
      const { eventId } = await pay(session, amount === undefined ? {} : { amount: money(amount) })
      const sql = `select coalesce(reason, outcome) as outcome from ${schema}.payment_notification where event_id = $1`
      return eventually(async () => {
        const { rows } = await fixture.owner.query<{ outcome: string }>(sql, [eventId])
        return rows[0]?.outcome ?? expect.fail('the payment has not been handled')
      })
    },
    stop: async () => {
      await deps.close()
      await fixture.stop()
    },
  }
}
