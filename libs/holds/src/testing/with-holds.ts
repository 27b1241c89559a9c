import type { PaymentNotification } from '@campstore/contract/messages/payments'
import type { LoadEntities } from '@campstore/database/database'
import type { ServiceFixture } from '@campstore/testing/service-fixture'
import { createUseCaseDependencies } from '@campstore/testing/use-case-harness'
import type { z } from 'zod'
import { type ExpiryOutcome, expireHold } from '../expire-hold.ts'
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
  return {
    ...fixture,
    expire: id => expireHold(deps, definition, settlement, id),
    sweep: createOverdueHoldSweep(deps, definition, settlement),
    hold: async (member, request) => {
      const answer = await fixture.as({ subject: member.subject }).post(options.sessionsPath, request)
      if (answer.status !== 200) throw new Error(`The hold was refused: ${JSON.stringify(answer.body)}`)
      return options.session.parse(answer.data)
    },
    pay: async (session, changes) => {
      const notification = { ...options.payment(session, fixture.clock.now()), ...changes }
      await fixture.notify(notification)
      return notification
    },
    stop: async () => {
      await deps.close()
      await fixture.stop()
    },
  }
}
