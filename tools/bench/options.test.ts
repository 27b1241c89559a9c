import { expect, test } from 'vitest'
import { benchOptions } from './options.ts'

test('a benchmark has its own parts', () => {
  expect(benchOptions(['booking']).parts).toEqual(['availability', 'checkout', 'size'])
  expect(benchOptions(['store', '--only', 'reads', '--quick'])).toMatchObject({ bench: 'store', parts: ['reads'] })
})

test('only the gateway is compared with another working copy', () => {
  expect(benchOptions(['gateway', '--against', '../other'])).toMatchObject({ bench: 'gateway', against: '../other' })
  expect(() => benchOptions(['store', '--against', '../other'])).toThrow('usage: npm run bench')
})

test.each([[[]], [['stores']], [['store', 'booking']], [['store', '--only', 'availability']], [['booking', '--fast']]])(
  '%j is refused with the usage',
  args => {
    expect(() => benchOptions(args)).toThrow('usage: npm run bench')
  },
)
