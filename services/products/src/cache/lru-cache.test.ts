import { expect, test } from 'vitest'
import { createLruCache } from './lru-cache.ts'

test('beyond the count, what was not used for longest goes first', () => {
  const kept = createLruCache<number>({ count: 2, size: 100 })
  kept.set('a', 1, 1)
  kept.set('b', 2, 1)
  kept.get('a')
  kept.set('c', 3, 1)
  expect(['a', 'b', 'c'].map(kept.get)).toEqual([1, undefined, 3])
})

test('beyond the size, as many go as are needed', () => {
  const kept = createLruCache<number>({ count: 10, size: 10 })
  kept.set('a', 1, 4)
  kept.set('b', 2, 4)
  kept.set('c', 3, 7)
  expect(['a', 'b', 'c'].map(kept.get)).toEqual([undefined, undefined, 3])
})

test('a value that is set again has its new size alone', () => {
  const kept = createLruCache<number>({ count: 10, size: 10 })
  for (let value = 0; value < 5; value += 1) kept.set('a', value, 6)
  kept.set('b', 5, 4)
  expect(['a', 'b'].map(kept.get)).toEqual([4, 5])
})

test('a value that is too large by itself is not kept, and displaces nothing', () => {
  const kept = createLruCache<number>({ count: 10, size: 10 })
  kept.set('a', 1, 4)
  kept.set('b', 2, 11)
  expect(['a', 'b'].map(kept.get)).toEqual([1, undefined])
})

test('what is unwanted is removed, and its room is free', () => {
  const kept = createLruCache<number>({ count: 10, size: 10 })
  kept.set('a', 1, 5)
  kept.set('b', 2, 5)
  kept.removeWhere(value => value === 1)
  kept.set('c', 3, 5)
  expect(['a', 'b', 'c'].map(kept.get)).toEqual([undefined, 2, 3])
})
