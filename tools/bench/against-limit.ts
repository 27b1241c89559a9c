import type { BenchContext } from './context.ts'
import { limitPrefix } from './limits/limits.ts'
import { generateLoad } from './load-generator.ts'
import { atLeast, type Results, ratio, rowsOf } from './report.ts'
import type { BenchRequest } from './requests.ts'
import { measureInTurns, type Variant } from './rounds.ts'
import { loadVariant, type System } from './system.ts'

/** Requests that are compared with constants of the same size. */
export type Comparison = {
  /** Name of the constant, and of its limits in the report. */
  answer: string
  /** The constant is the response to the first. */
  requests: readonly [NamedRequest, ...NamedRequest[]]
  /** Minimum share of bare Koa's rate, if there is a target. */
  target?: number
}

/** A request and what it is called in the report. */
type NamedRequest = { name: string; request: BenchRequest }

/** Measures requests at each number of connections, in turns with bare Koa behind the same gateway. */
export async function compareWithLimit(
  context: BenchContext,
  system: System,
  comparison: Comparison,
): Promise<Results> {
  const { limits, options, log, tokens } = context
  const { answer, requests, target } = comparison
  await limits.learn(answer, { origin: system.gateway.url, request: requests[0].request, tokens })
  const found: Results = { rows: [], targets: [], text: [] }
  for (const connections of options.connections) {
    const limit = (name: string, origin: string, path: string): Variant => ({
      name: `limit: ${name}, ${answer}`,
      run: seconds =>
        system.processorTimes.during(
          `limit: ${name}, ${answer}`,
          connections,
          () => generateLoad({ origin, path, request: requests[0].request, connections, seconds, tokens }),
          seconds,
        ),
    })
    const variants = [
      ...requests.map(each => loadVariant(system, context, { ...each, connections })),
      limit('bare Koa behind the gateway', system.gateway.url, `${limitPrefix}/${answer}`),
    ]
    const measured = await measureInTurns(variants, options, line => log(`${connections} connections, ${line}`))
    found.rows.push(...rowsOf(variants, connections, measured))
    if (target === undefined) continue
    for (const [index, { name }] of requests.entries()) {
      const share = ratio(measured[index], measured[requests.length])
      found.targets.push(
        atLeast(`${name}, bare Koa behind the gateway = 100%, ${connections} connections`, target, share),
      )
    }
  }
  return found
}
