import { describe, expect, test } from 'vitest'
import { requestPolicy, safeTimeoutMs, startGateway } from '../src/testing/gateway-fixture.ts'
import { startServiceProcess } from '../src/testing/service-process.ts'

/** The timeout is longer than the test: no response comes because of it. */
const longTimeout = { UPSTREAM_TIMEOUT_MS: '60000' }

async function startPair() {
  const [first, second] = [await startServiceProcess('first'), await startServiceProcess('second')]
  const gateway = await startGateway(
    { BOOKING_URLS: `${first.url},${second.url}`, ...longTimeout },
    { silenceMs: safeTimeoutMs },
  )
  return { first, second, gateway }
}

describe('a service process that is frozen', () => {
  test('has its reads answered by another process', async () => {
    const { first, gateway } = await startPair()
    first.freeze()
    const reads = await Promise.all([1, 2, 3, 4].map(() => requestPolicy(gateway.url)))
    expect(reads.map(({ data }) => data)).toEqual(['second', 'second', 'second', 'second'])
  })

  test('has its writes answered with 504, and gets no further requests', async () => {
    const { first, gateway } = await startPair()
    const post = () => requestPolicy(gateway.url, { method: 'POST', body: '{}' })
    await Promise.all([post(), post()])
    first.freeze()
    const statuses = (await Promise.all([post(), post()])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 504])
    const later = await Promise.all([post(), post(), post(), post()])
    expect(later.map(({ data }) => data)).toEqual(['second', 'second', 'second', 'second'])
  })

  test('is used again when it continues', async () => {
    const { first, second, gateway } = await startPair()
    first.freeze()
    await requestPolicy(gateway.url, { method: 'POST', body: '{}' })
    await requestPolicy(gateway.url, { method: 'POST', body: '{}' })
    first.thaw()
    second.freeze()
    await expect.poll(async () => (await requestPolicy(gateway.url)).data).toBe('first')
  })
})
