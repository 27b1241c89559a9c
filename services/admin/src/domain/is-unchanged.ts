import { isDeepStrictEqual } from 'node:util'
import type { Route } from '@campstore/contract/route'

/**
 * Whether a write is a PATCH after which its target is as it was before, except for `updatedAt`
 * (docs/contract/conventions.md#changes).
 */
export const isUnchanged = ({ method }: Pick<Route, 'method'>, before: unknown, after: unknown): boolean =>
  method === 'PATCH' && isDeepStrictEqual(withoutTime(before), withoutTime(after))

const withoutTime = (record: unknown): object => ({ ...Object(record), updatedAt: undefined })
