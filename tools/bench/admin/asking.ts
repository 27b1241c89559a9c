import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { CliError } from '@campstore/local-servers/cli-error'
import { percentiles } from '../latencies.ts'
import type { Question } from './lists.ts'

/** Milliseconds: half of all requests took less than `p50`; `first` is the slowest of the first of each query. */
export type Answered = { p50: number; p99: number; first: number }

/** How much is asked: requests, until that many seconds are over. */
export type Patience = { requests: number; seconds: number }

/** An administrator who asks a gateway for lists, on a few connections. */
export function createAsker(options: { origin: string; token: string; connections: number }) {
  const { origin, token, connections } = options
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { authorization: `Bearer ${token}` }

  /** Milliseconds until all of the answer is there. */
  async function ask({ list }: Question, query: string): Promise<number> {
    const began = performance.now()
    const address = new URL(`/api/admin/${list}?${query}`, origin)
    const [status, answer] = await new Promise<[number | undefined, string]>((resolve, reject) => {
      const whole = (given: IncomingMessage) => text(given).then(body => resolve([given.statusCode, body]), reject)
      request(address, { agent, headers }, whole).on('error', reject).end()
    })
    if (status !== 200) throw new CliError(`GET ${address.pathname}${address.search} answered ${status}: ${answer}`)
    return performance.now() - began
  }

  return {
    /** Each query once, one after the other. */
    async first(question: Question): Promise<number> {
      let slowest = 0
      for (const query of question.queries) slowest = Math.max(slowest, await ask(question, query))
      return slowest
    },

    /** All queries in turns; latencies in milliseconds. */
    async latencies(question: Question, { requests, seconds }: Patience): Promise<number[]> {
      const { queries } = question
      const latencies: number[] = []
      const end = performance.now() + seconds * 1000
      let turn = 0
      const askOn = async () => {
        while (turn < requests && performance.now() < end) {
          const query = queries[turn % queries.length] ?? ''
          turn += 1
          latencies.push(await ask(question, query))
        }
      }
      await Promise.all(Array.from({ length: connections }, askOn))
      return latencies
    },

    close: () => agent.destroy(),
  }
}

/** One of {@link createAsker}. */
export type Asker = ReturnType<typeof createAsker>

/** Asks several shops in turns, round by round, so that what the machine does besides hits all alike. */
export async function measureQuestion(
  askers: readonly Asker[],
  question: Question,
  { rounds, ...patience }: Patience & { rounds: number },
): Promise<Answered[]> {
  const firsts: number[] = []
  for (const asker of askers) firsts.push(await asker.first(question))
  const latencies = askers.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, asker] of askers.entries()) {
      latencies[index]?.push(...(await asker.latencies(question, patience)))
    }
  }
  return latencies.map((all, index) => ({ ...percentiles(all), first: firsts[index] ?? Number.NaN }))
}
