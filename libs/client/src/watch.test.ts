import { expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from './client.ts'
import { answersOf, refusal } from './testing/answers.ts'

/** A response with these events, which stays open after them or ends. */
function stream(texts: string[], goesOn = false): { answer: Response; isCancelled(): boolean } {
  let cancelled = false
  const body = new ReadableStream({
    start(controller) {
      for (const text of ['retry: 1\n\n', ...texts]) controller.enqueue(new TextEncoder().encode(text))
      if (!goesOn) controller.close()
    },
    cancel() {
      cancelled = true
    },
  })
  const answer = new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  return { answer, isCancelled: () => cancelled }
}
const event = (id: number, status: string) => `event: booking\nid: ${id}\ndata: ${JSON.stringify({ status })}\n\n`

/** A client whose requests get one answer after the other; `asked` are the events that they say they have. */
function clientOf(...answers: Parameters<typeof answersOf>) {
  const { fetch, requests } = answersOf(...answers)
  const campstore = createClient({ url: 'https://api.campstore.test', fetch, token: () => 'abc' })
  return { campstore, asked: () => requests.map(({ lastEventId }) => lastEventId) }
}

test('gives what each event says, and goes on after the last one when the stream is lost', async () => {
  const [one, ...rest] = [...event(2, 'pending – 待付款')]
  const { campstore, asked } = clientOf(
    stream([':\n\n', event(1, 'pending')]).answer,
    new TypeError('fetch failed'),
    refusal(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '0' }),
    stream([one ?? '', rest.join(''), event(3, 'confirmed')], true).answer,
  )
  const seen = []
  for await (const { status } of campstore.booking.watchBooking({ id: 'b' })) {
    seen.push(status)
    if (status === 'confirmed') break
  }
  expect([seen, asked()]).toEqual([
    ['pending', 'pending – 待付款', 'confirmed'],
    [null, '1', '1', '1'],
  ])
})

test('a caller that leaves the loop, or aborts, closes the stream', async () => {
  const [left, aborted] = [stream([event(1, 'pending')], true), stream([event(1, 'pending')], true)]
  const { campstore } = clientOf(left.answer, aborted.answer)
  for await (const _ of campstore.booking.watchBooking({ id: 'b' })) break
  expect(left.isCancelled()).toBe(true)
  const leave = new AbortController()
  const following = async () => {
    for await (const _ of campstore.booking.watchBooking({ id: 'b' }, { signal: leave.signal })) leave.abort('enough')
  }
  await expect(following()).rejects.toBe('enough')
  await expect.poll(aborted.isCancelled).toBe(true)
})

test('a refusal ends it, at the beginning and later', async () => {
  const { campstore, asked } = clientOf(stream([event(1, 'pending')]).answer, refusal(404, 'NOT_FOUND'))
  const following = async () => {
    for await (const _ of campstore.booking.watchBooking({ id: 'b' }));
  }
  await expect(following()).rejects.toMatchObject({ code: 'NOT_FOUND', operation: 'watchBooking' })
  expect(asked()).toEqual([null, '1'])
})

test('a stream in which nothing is heard for three heartbeats is opened again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const silent = stream([event(1, 'pending')], true)
  const { campstore, asked } = clientOf(silent.answer, stream([event(2, 'confirmed')], true).answer)
  const events = campstore.booking.watchBooking({ id: 'b' })
  expect(await events.next()).toMatchObject({ value: { status: 'pending' } })
  const next = events.next()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await next).toMatchObject({ value: { status: 'confirmed' } })
  expect([asked(), silent.isCancelled()]).toEqual([[null, '1'], true])
})
