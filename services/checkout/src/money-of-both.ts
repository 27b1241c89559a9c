import type { Refund } from '@campstore/contract/admin/refunds'
import type { Transaction } from '@campstore/database/database'
import { moveMoney, moveMoneyOf } from '@campstore/holds/money/move-money'
import type { MoneyEvent, Refusal, Step } from '@campstore/holds/money/step'
import type { Dependencies } from './dependencies.ts'
import { orderNames } from './names.ts'
import { orderHold } from './order-hold.ts'

/** Moves money of an order or a booking: this service answers for the payments of both (docs/architecture.md). */
export async function moveMoneyOfBoth(
  { clock, newId }: Pick<Dependencies, 'clock' | 'newId'>,
  tx: Transaction,
  { kind, id }: Refund['target'],
  event: MoneyEvent,
): Promise<Step | Refusal> {
  const moving = { now: clock(), newId }
  if (kind === 'booking') return moveMoney(tx, { kind, schema: kind, targetId: id, actsFor: orderNames }, event, moving)
  const locked = await orderHold.lock(tx, id)
  return (await moveMoneyOf(tx, orderHold, { id, record: locked?.record }, event, moving)).result
}
