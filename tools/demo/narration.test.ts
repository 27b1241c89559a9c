import { CliError } from '@campstore/local-servers/cli-error'
import { describe, expect, test } from 'vitest'
import { narrate, timeLeft } from './narration.ts'

describe('the narration', () => {
  test('numbers the steps of each chapter', () => {
    const lines: string[] = []
    const told = narrate(line => lines.push(line))
    told.chapter('One')
    told.step('first')
    told.detail('and more')
    told.step('second')
    told.chapter('Two')
    told.step('again')
    expect(lines).toEqual(['', 'One', '   1  first', '      and more', '   2  second', '', 'Two', '   1  again'])
  })

  test('goes on where things agree, and says nothing', () => {
    const told = narrate(() => expect.unreachable())
    told.agree('the amounts', { total: '1.00', items: [1] }, { items: [1], total: '1.00' })
  })

  test('stops where they differ, in one line', () => {
    const told = narrate(() => {})
    expect(() => told.agree('the total', '2.00', '1.00')).toThrow(
      new CliError('the total: should be "1.00", is "2.00"'),
    )
  })
})

test.each([
  ['2026-11-20T08:14:59.999Z', '14 min 59 s left'],
  ['2026-11-20T08:00:00.000Z', '0 min 0 s left'],
  ['2026-11-20T07:59:58.000Z', 'over for 2 s'],
])('until %s, from eight o’clock on, there are %s', (until, told) => {
  expect(timeLeft(until, new Date('2026-11-20T08:00:00.000Z'))).toBe(told)
})
