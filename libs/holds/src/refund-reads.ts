import { type OwnRefund, ownRefundSchema } from '@campstore/contract/own-refunds'
import { presenterOf } from '@campstore/contract/present'
import type { Queryable } from '@campstore/database/database'
import { onlyRow } from '@campstore/database/rows'
import { contractJson } from '@campstore/service/contract-json'
import type { HoldRecords } from './hold-definition.ts'

/** The refunds of a record as they are read: times are texts. */
export type StoredRefunds = { refundStatus: 'none' | 'due' | 'done'; refunds: OwnRefund[] }

/** The refunds of a record that was never paid. */
export const noRefunds = (): StoredRefunds => ({ refundStatus: 'none', refunds: [] })

/**
 * SQL of the refund status of a record: only refunds of the payment that was applied count (docs/contract/states.md#refund).
 *
 * @param id SQL of the record's id
 */
export const refundStatusOf = (schema: string, id: string): string => /* sql */ `coalesce((
    select case when bool_or(status = 'due') then 'due' else 'done' end
    from ${schema}.refund
    where target_id = ${id} and cause <> 'unapplied' and status <> 'withdrawn'
    having count(*) > 0
  ), 'none')`

/** SQL of all refunds for a record, as JSON, oldest first. */
export const refundsOf = (schema: string, id: string): string => /* sql */ `(
    select coalesce(json_agg(${contractJson('refund', ownRefundSchema)} order by created_at, id), '[]')
    from ${schema}.refund
    where target_id = ${id}
  )`

/** The columns of {@link StoredRefunds}. */
export const refundColumns = (schema: string, id: string): string =>
  `${refundStatusOf(schema, id)} as "refundStatus", ${refundsOf(schema, id)} as refunds`

/** Reads the refunds of a record, with those that this transaction has opened. */
export const readRefunds = (database: Queryable, { schema }: Pick<HoldRecords, 'schema'>, id: string) =>
  onlyRow<StoredRefunds>(database, {
    name: `refunds-of:${schema}`,
    text: `select ${refundColumns(schema, '$1')}`,
    values: [id],
  })

const presentRefund = presenterOf(ownRefundSchema)

/** The refunds of a record in the shape of the contract. */
export const presentRefunds = ({ refunds }: Pick<StoredRefunds, 'refunds'>): { refunds: OwnRefund[] } => ({
  refunds: refunds.map(presentRefund),
})
