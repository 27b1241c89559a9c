import { expect, test } from 'vitest'
import { positionSchema, positionText } from './position.ts'

const read = (text: string | null) => positionSchema.safeParse(text).data

test('a position is read as maps copy it, and written the same way', () => {
  const position = { latitude: 24.0512, longitude: 121.1804 }
  for (const text of ['24.0512, 121.1804', ' 24.0512,121.1804 ', '24.0512，121.1804'])
    expect(read(text)).toEqual(position)
  expect(positionText(position)).toBe('24.0512, 121.1804')
  expect(read('-33.5, 0')).toEqual({ latitude: -33.5, longitude: 0 })
})

test('no position is null', () => {
  const unknown = { latitude: null, longitude: null }
  expect(read(null)).toEqual(unknown)
  expect(positionText(unknown)).toBeNull()
})

test.each(['', '24.0512', '91, 0', '0, 181', '24.0512, 121.1804, 7', ', ', 'north, east'])('refuses "%s"', text =>
  expect(read(text)).toBeUndefined(),
)
