import { expect, test } from 'vitest'
import { z } from 'zod'
import { singlePageMeta, successSchema } from './envelope.ts'
import { route, type Shape } from './route.ts'

test('a one-page list has totalPages 1, also when it is empty', () => {
  expect(singlePageMeta(0)).toEqual({ page: 0, size: 0, totalElements: 0, totalPages: 1 })
  expect(singlePageMeta(3)).toEqual({ page: 0, size: 3, totalElements: 3, totalPages: 1 })
})

const accepts = (shape: Shape, body: unknown): boolean => {
  const declared = { name: 'n', summary: '', method: 'GET', path: '/n', access: 'public', errors: [] } as const
  return successSchema(route({ ...declared, shape, data: z.object({ id: z.string() }) })).safeParse(body).success
}
const data = { id: 'a' }
const meta = singlePageMeta(1)

test.each<[string, Shape, unknown, boolean]>([
  ['an object has data', 'object', { success: true, data }, true],
  ['an object has no meta', 'object', { success: true, data, meta }, false],
  ['a list has meta', 'list', { success: true, data: [data], meta }, true],
  ['a page has meta', 'page', { success: true, data: [data], meta }, true],
  ['a list without meta is none', 'list', { success: true, data: [data] }, false],
  ['success is true', 'object', { success: false, data }, false],
  ['nothing beside them', 'object', { success: true, data, debug: 1 }, false],
])('the declared body of a success: %s', (_, shape, body, accepted) => {
  expect(accepts(shape, body)).toBe(accepted)
})
