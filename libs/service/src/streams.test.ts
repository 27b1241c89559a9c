import { ApiError } from '@campstore/contract/errors'
import { EventSender } from '@campstore/http/event-stream'
import { openEventStream } from '@campstore/testing/event-stream'
import { startHttpServer } from '@campstore/testing/http-server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createStreams } from './streams.ts'

/** A server whose every response is a stream, or the code of its refusal. */
async function serve(limit = 10) {
  const streams = createStreams('library', () => new Date(), { all: limit, ofMember: limit })
  const left: string[] = []
  const join = () => () => void left.push('left')
  const server = await startHttpServer((_, response) => {
    try {
      streams.create(undefined, join).open(new EventSender(response, undefined))
    } catch (error) {
      response.writeHead(503).end(error instanceof ApiError ? error.code : String(error))
    }
  })
  onTestFinished(async () => {
    await streams.stop()
    await server.stop()
  })
  return { streams, left, url: server.url }
}

test('live, rule 1: every client hears something within 15 seconds, and when to come back', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url } = await serve()
  const streams = await Promise.all([openEventStream(url), openEventStream(url)])
  vi.advanceTimersByTime(15_000)
  for (const { text } of streams) await expect.poll(text).toMatch(/^retry: [1-4]\d{3}\n\n:\n\n$/)
})

test('live, rules 6 and 7: there are so many, and a stop ends them and begins no other', async () => {
  const { streams, left, url } = await serve(1)
  const stream = await openEventStream(url)
  expect(await (await fetch(url)).text()).toBe('SERVICE_UNAVAILABLE')
  await streams.stop()
  await expect.poll(stream.state).toBe('ended')
  await expect.poll(() => left).toEqual(['left'])
  expect(await (await fetch(url)).text()).toBe('SERVICE_UNAVAILABLE')
})
