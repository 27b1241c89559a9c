import { customerStatuses } from '@campstore/contract/admin/customers'
import { expect, test } from 'vitest'
import { transition } from './lifecycle.ts'

// docs/contract/states.md#customer
const expected: Record<string, string> = { 'active suspend': 'suspended', 'suspended reactivate': 'active' }
const all = customerStatuses.flatMap(from => (['suspend', 'reactivate'] as const).map(trigger => ({ from, trigger })))

test.each(all)('lifecycle: $from + $trigger', ({ from, trigger }) => {
  expect(transition(from, trigger)).toBe(expected[`${from} ${trigger}`])
})
