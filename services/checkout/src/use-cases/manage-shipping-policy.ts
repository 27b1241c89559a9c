import {
  type ChangeShippingPolicy,
  type ShippingPolicy,
  shippingPolicySchema,
} from '@campstore/contract/admin/policies'
import { present } from '@campstore/contract/present'
import { LockMode } from '@mikro-orm/core'
import type { Dependencies } from '../dependencies.ts'
import { ShippingPolicyEntity } from '../persistence/entities.ts'

/** The id of the one record, which the first migration inserts. */
const only = 1

export const readShippingPolicy = async ({ database }: Dependencies): Promise<ShippingPolicy> =>
  present(shippingPolicySchema, await (await database.em()).findOneOrFail(ShippingPolicyEntity, only))

/** Changes the shipping policy for checkouts that begin afterwards; orders keep their fee (docs/contract/admin.md#campgrounds). */
export const changeShippingPolicy = async (
  { database }: Dependencies,
  changes: ChangeShippingPolicy,
): Promise<ShippingPolicy> =>
  (await database.em()).transactional(async em => {
    const policy = await em.findOneOrFail(ShippingPolicyEntity, only, { lockMode: LockMode.PESSIMISTIC_WRITE })
    em.assign(policy, changes)
    await em.flush()
    return present(shippingPolicySchema, policy)
  })
