import { expect, test } from 'vitest'
import { singlePageMeta } from './envelope.ts'

test('a one-page list has totalPages 1, also when it is empty', () => {
  expect(singlePageMeta(0)).toEqual({ page: 0, size: 0, totalElements: 0, totalPages: 1 })
  expect(singlePageMeta(3)).toEqual({ page: 0, size: 3, totalElements: 3, totalPages: 1 })
})
