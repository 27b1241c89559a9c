import { customerStatuses } from '@campstore/contract/admin/customers'
import { expect, test } from 'vitest'
import { transition } from './lifecycle.ts'

// Interface, Admin, Customers: suspend is active to suspended, reactivate suspended to active, and no other way exists.
const ways: Record<string, string> = { 'active suspend': 'suspended', 'suspended reactivate': 'active' }
const all = customerStatuses.flatMap(from => (['suspend', 'reactivate'] as const).map(trigger => ({ from, trigger })))

test.each(all)('lifecycle: $from + $trigger', ({ from, trigger }) => {
  expect(transition(from, trigger)).toBe(ways[`${from} ${trigger}`])
})
