import { describe, expect, test } from 'vitest'
import { startUpstreamProcess } from '../src/testing/frozen-upstream.ts'
import { startGateway } from '../src/testing/gateway-under-test.ts'
import { envelope } from '../src/testing/upstream.ts'

const policy = '/api/booking/policy'
/** Longer than the test: what is answered is not answered because this time is over. */
const patient = { UPSTREAM_TIMEOUT_MS: '60000', UPSTREAM_SILENCE_MS: '500' }

const ask = async (url: string, init?: RequestInit) => {
  const answer = await fetch(url + policy, init)
  const { data, error } = envelope.parse(await answer.json())
  return { status: answer.status, data, code: error?.code }
}

async function startPair() {
  const [first, second] = [await startUpstreamProcess('first'), await startUpstreamProcess('second')]
  const gateway = await startGateway({ BOOKING_URLS: `${first.url},${second.url}`, ...patient })
  return { first, second, gateway }
}

describe('a service process that is frozen', () => {
  test('has its reads answered by another one', async () => {
    const { first, gateway } = await startPair()
    first.freeze()
    const reads = await Promise.all([1, 2, 3, 4].map(() => ask(gateway.url)))
    expect(reads.map(({ data }) => data)).toEqual(['second', 'second', 'second', 'second'])
  })

  test('has its writes answered with a timeout, and gets no more requests', async () => {
    const { first, gateway } = await startPair()
    first.freeze()
    const post = () => ask(gateway.url, { method: 'POST', body: '{}' })
    const statuses = (await Promise.all([post(), post()])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 504])
    const later = await Promise.all([post(), post(), post(), post()])
    expect(later.map(({ data }) => data)).toEqual(['second', 'second', 'second', 'second'])
  })

  test('is used again when it goes on', async () => {
    const { first, second, gateway } = await startPair()
    first.freeze()
    await ask(gateway.url, { method: 'POST', body: '{}' })
    await ask(gateway.url, { method: 'POST', body: '{}' })
    first.thaw()
    second.freeze()
    await expect.poll(async () => (await ask(gateway.url)).data, { timeout: 5_000 }).toBe('first')
  })

  test('is tried all the same where there is no other', async () => {
    const only = await startUpstreamProcess('only')
    const gateway = await startGateway({ BOOKING_URLS: only.url, ...patient })
    only.freeze()
    expect(await ask(gateway.url)).toMatchObject({ status: 504, code: 'GATEWAY_TIMEOUT' })
    const waiting = ask(gateway.url)
    only.thaw()
    expect(await waiting).toMatchObject({ status: 200, data: 'only' })
  })
})
