import { LRUCache } from 'lru-cache'

/**
 * Keys of the last thousand requests that this process refused for want of capacity or stock. The next such request is read before
 * anything is locked. It decides nothing alone.
 */
export type RefusedLately = Pick<LRUCache<string, true>, 'has' | 'set' | 'delete'>

export const createRefusedLately = (): RefusedLately => new LRUCache<string, true>({ max: 1_000 })
