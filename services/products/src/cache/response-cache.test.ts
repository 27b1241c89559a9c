import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ResponseTemplate } from '../domain/response-template.ts'
import { createResponseCache } from './response-cache.ts'

/** Makes answers from the state of the catalogue that it is told, and counts them. */
function maker() {
  const made: string[] = []
  const make = async (revision: string): Promise<ResponseTemplate> => {
    made.push(revision)
    await pause(1)
    return { revision, variantIds: ['v'], fragments: ['', ''] }
  }
  return { made, make: (revision: string) => ({ make: () => make(revision), isSound: () => true }) }
}

test('however many ask at once, one makes the answer', async () => {
  const [cache, { made, make }] = [createResponseCache(undefined), maker()]
  const answers = await Promise.all([1, 2, 3].map(() => cache.obtain('key', 'one', make('one'))))
  expect(made).toEqual(['one'])
  expect(new Set(answers).size).toBe(1)
})

test('who knows of a newer state does not get what is being made from the older one', async () => {
  const [cache, { made, make }] = [createResponseCache(undefined), maker()]
  const older = cache.obtain('key', 'one', make('one'))
  const newer = cache.obtain('key', 'two', make('two'))
  expect([(await older).revision, (await newer).revision]).toEqual(['one', 'two'])
  expect(made).toEqual(['one', 'two'])
})

test('an answer that could not be made is tried again', async () => {
  const [cache, { make }] = [createResponseCache(undefined), maker()]
  await expect(
    cache.obtain('key', 'one', { make: () => Promise.reject(new Error('away')), isSound: () => true }),
  ).rejects.toThrow('away')
  expect(await cache.obtain('key', 'one', make('one'))).toMatchObject({ revision: 'one' })
})

test('answers from other states are forgotten', async () => {
  const [cache, { make }] = [createResponseCache(undefined), maker()]
  await cache.obtain('old', 'one', make('one'))
  await cache.obtain('new', 'two', make('two'))
  cache.keepOnly('two')
  expect([cache.recent('old'), cache.recent('new')?.revision]).toEqual([undefined, 'two'])
})
