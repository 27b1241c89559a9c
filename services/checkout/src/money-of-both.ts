import type { Refund } from '@campstore/contract/admin/refunds'
import type { Transaction } from '@campstore/database/database'
import { moveMoney } from '@campstore/holds/money/move-money'
import type { MoneyEvent, Refusal, Step } from '@campstore/holds/money/step'
import type { Dependencies } from './dependencies.ts'
import { orderNames } from './names.ts'

/** Moves money of an order or a booking: this service answers for the payments of both (docs/architecture.md). */
export const moveMoneyOfBoth = (
  { clock, newId }: Pick<Dependencies, 'clock' | 'newId'>,
  tx: Transaction,
  { kind, id }: Refund['target'],
  event: MoneyEvent,
): Promise<Step | Refusal> =>
  moveMoney(
    tx,
    { kind, schema: kind === 'order' ? orderNames.schema : 'booking', targetId: id, actsFor: orderNames },
    event,
    { now: clock(), newId },
  )
