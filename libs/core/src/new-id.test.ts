import { expect, test } from 'vitest'
import { newId } from './new-id.ts'

test('an id is a UUIDv7, which is also an id as imports may give one: 1 to 64 of [A-Za-z0-9_-]', () => {
  expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('ids made one after the other are all different and sort as they were made', () => {
  const ids = Array.from({ length: 5_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
})
