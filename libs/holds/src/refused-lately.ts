import { LRUCache } from 'lru-cache'

/**
 * What was refused lately for want of capacity or stock, as text. Whoever wants the same looks whether it is still short before
 * locking anything; what is forgotten costs a lock.
 */
export type RefusedLately = {
  has(wish: string): boolean
  set(wish: string, refused: true): unknown
  delete(wish: string): boolean
}

/** Creates the memory of one process, of a thousand refusals. */
export const createRefusedLately = (): RefusedLately => new LRUCache<string, true>({ max: 1_000 })
