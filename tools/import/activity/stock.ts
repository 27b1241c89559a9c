import { newId } from '@campstore/core/new-id'
import { countStock, receiveStock, transferStock } from '../../../services/products/src/use-cases/move-stock.ts'
import type { Replay, Step } from './context.ts'
import { auditStep } from './hold-steps.ts'
import type { ActivityClosure, ActivityStock } from './schema.ts'

const actions = { receive: 'createReceipt', count: 'createCount', transfer: 'createTransfer' } as const

/** The receipts, counts and transfers of stock. */
export const stockSteps = (replay: Replay, stock: readonly ActivityStock[]): Step[] =>
  stock.map((step, n) => {
    const at = replay.momentOf(step.at)
    const run = async () => {
      const deps = { database: { requests: replay.tx }, clock: () => at, newId }
      const administrator = { kind: 'administrator', adminId: step.by, permissions: [] } as const
      if (step.do === 'receive') await receiveStock(deps, step, administrator)
      else if (step.do === 'count') await countStock(deps, step, administrator)
      else await transferStock(deps, step, administrator)
      auditStep(replay, step, { at, action: actions[step.do], targetId: null })
    }
    return { at, path: `stock.${n}`, run }
  })

/** Closures: earlier bookings stay. */
export const closureSteps = (replay: Replay, closures: readonly ActivityClosure[]): Step[] =>
  closures.map(({ at, campgroundId, startDate, endDate, reason }, n) => ({
    at: replay.momentOf(at),
    path: `closures.${n}`,
    run: async () => {
      await replay.tx.query(
        `insert into booking.closure (campground_id, closure_type, start_date, end_date, reason)
        values ($1, 'date_range', $2, $3, $4)`,
        [campgroundId, replay.dayOf(startDate), replay.dayOf(endDate), reason],
      )
    },
  }))
