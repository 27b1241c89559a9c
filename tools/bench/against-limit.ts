import { asking, type Shop } from './dataset.ts'
import { generateLoad } from './generate-load.ts'
import { limitPrefix } from './limits/limits.ts'
import { atLeast, type Findings, ratio, rowsOf } from './report.ts'
import type { BenchRequest } from './requests.ts'
import { type Contender, measureInTurns } from './rounds.ts'
import type { Stage } from './scenario.ts'

/** Requests that are compared with constants of the same size. */
export type Comparison = {
  /** Name of the constant, and of its limits in the report. */
  answer: string
  /** What is asked; the constant is the answer to the first. */
  asked: readonly [Asked, ...Asked[]]
  /** Share of bare Koa's rate that is wanted, if any. */
  wanted?: number
}

/** A request and what it is called in the report. */
type Asked = { name: string; request: BenchRequest }

/** Measures requests at each number of connections, in turns with bare Koa behind the same gateway. */
export async function compareWithLimit(stage: Stage, shop: Shop, comparison: Comparison): Promise<Findings> {
  const { limits, options, tell, tokens } = stage
  const { answer, asked, wanted } = comparison
  await limits.learn(answer, { origin: shop.gateway.url, request: asked[0].request, tokens })
  const found: Findings = { rows: [], targets: [], text: [] }
  for (const connections of options.connections) {
    const limit = (name: string, origin: string, path: string): Contender => ({
      name: `limit: ${name}, ${answer}`,
      run: seconds =>
        shop.processorTimes.during(
          `limit: ${name}, ${answer}`,
          connections,
          () => generateLoad({ origin, path, request: asked[0].request, connections, seconds, tokens }),
          seconds,
        ),
    })
    const contenders = [
      ...asked.map(each => asking(shop, stage, { ...each, connections })),
      limit('bare Koa behind the gateway', shop.gateway.url, `${limitPrefix}/${answer}`),
    ]
    const measured = await measureInTurns(contenders, options, line => tell(`${connections} connections, ${line}`))
    found.rows.push(...rowsOf(contenders, connections, measured))
    if (wanted === undefined) continue
    for (const [index, { name }] of asked.entries()) {
      const share = ratio(measured[index], measured[asked.length])
      found.targets.push(
        atLeast(`${name}, bare Koa behind the gateway = 100%, ${connections} connections`, wanted, share),
      )
    }
  }
  return found
}
