import { expect, test } from 'vitest'
import { createFailureLog } from './failure-log.ts'

test('a loop that tries again logs a reason when it changes, at most once a minute, and one line when it works again', () => {
  const time = { now: 0 }
  const lines: string[] = []
  const write = ({ reason }: { reason?: string }, message: string) =>
    void lines.push(`${time.now} ${reason ?? message}`)
  const log = { warn: write, info: write, error: write }
  const failures = createFailureLog(log as never, { failure: 'Down', success: 'Up' }, { clock: () => time.now * 1000 })
  failures.succeeded()
  for (time.now = 1; time.now < 300; time.now += 1) failures.failed(time.now < 130 ? 'refused' : 'no answer')
  failures.succeeded()
  for (time.now = 301; time.now < 400; time.now += 1) failures[time.now % 2 ? 'failed' : 'succeeded']('flaps')
  expect(lines).toEqual(['1 refused', '130 no answer', '300 Up', '301 flaps', '302 Up', '361 flaps', '362 Up'])
})
