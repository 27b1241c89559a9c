import { CliError } from '@campstore/local-servers/cli-error'
import { percentiles } from '../load-result.ts'
import type { ListQuery } from './list-queries.ts'

/** Milliseconds: the median, the 99th percentile, and the slowest of the first requests of each query. */
export type Latencies = { p50: number; p99: number; first: number }

/** How many requests are sent, or for how long. */
export type Limit = { requests: number; seconds: number }

/** A client of the admin lists on a few connections. */
export type ListClient = {
  /** The slowest of all queries, each sent once, in milliseconds. */
  first(listQuery: ListQuery): Promise<number>
  /** Latencies of all queries in turns, in milliseconds. */
  latencies(listQuery: ListQuery, limit: Limit): Promise<number[]>
}

export function createListClient(options: { origin: string; token: string; connections: number }): ListClient {
  const { origin, token, connections } = options
  const headers = { authorization: `Bearer ${token}` }

  async function measure({ list }: ListQuery, query: string): Promise<number> {
    const began = performance.now()
    const address = `${origin}/api/admin/${list}?${query}`
    const response = await fetch(address, { headers })
    const body = await response.text()
    if (!response.ok) throw new CliError(`GET ${address} answered ${response.status}: ${body}`)
    return performance.now() - began
  }

  return {
    async first(listQuery) {
      let slowest = 0
      for (const query of listQuery.queries) slowest = Math.max(slowest, await measure(listQuery, query))
      return slowest
    },
    async latencies(listQuery, { requests, seconds }) {
      const { queries } = listQuery
      const latencies: number[] = []
      const end = performance.now() + seconds * 1000
      let turn = 0
      const worker = async () => {
        while (turn < requests && performance.now() < end) {
          const query = queries[turn % queries.length] ?? ''
          turn += 1
          latencies.push(await measure(listQuery, query))
        }
      }
      await Promise.all(Array.from({ length: connections }, worker))
      return latencies
    },
  }
}

/** Measures a query with several clients in turns, so that other work of the machine affects all of them alike. */
export async function measureListQuery(
  clients: readonly ListClient[],
  listQuery: ListQuery,
  { rounds, ...limit }: Limit & { rounds: number },
): Promise<Latencies[]> {
  const firsts: number[] = []
  for (const client of clients) firsts.push(await client.first(listQuery))
  const latencies = clients.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, client] of clients.entries()) {
      latencies[index]?.push(...(await client.latencies(listQuery, limit)))
    }
  }
  return latencies.map((all, index) => ({ ...percentiles(all), first: firsts[index] ?? Number.NaN }))
}
