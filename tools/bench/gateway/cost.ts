import { generateLoad } from '../load-generator.ts'
import { cpuMicroseconds } from '../processor-time.ts'
import { atMost, type Results, rowsOf, table } from '../report.ts'
import { measureInTurns, median, type Variant } from '../rounds.ts'
import { constantPath, type GatewayContext } from './gateway.ts'

/** Maximum share of the other gateway's CPU time per request. */
const target = 0.7

/** Measures rates and processor time per request of each gateway, in turns, and the upstream without one. */
export async function measureCost(context: GatewayContext): Promise<Results> {
  const { options, log, gateways, upstream, tokens } = context
  const found: Results = { rows: [], targets: [], text: [] }
  const costs: string[][] = []
  for (const connections of options.connections) {
    const perRequest = gateways.map((): number[] => [])
    const load = (origin: string, path: string, seconds: number) =>
      generateLoad({ origin, path, connections, seconds, tokens, request: { area: 'store', kind: 'list', query: '' } })
    const variants: Variant[] = gateways.map(({ name, pid, url }, index) => ({
      name,
      async run(seconds) {
        const before = cpuMicroseconds(pid)
        const result = await load(url, constantPath, seconds)
        perRequest[index]?.push((cpuMicroseconds(pid) - before) / (result.perSecond * seconds))
        return result
      },
    }))
    variants.push({
      name: 'limit: the upstream without a gateway',
      run: seconds => load(upstream.url, '/page-of-20', seconds),
    })
    const measured = await measureInTurns(variants, options, line => log(`${connections} connections, ${line}`))
    found.rows.push(...rowsOf(variants, connections, measured))
    // The first round warms up.
    const medians = perRequest.map(rounds => median(rounds.slice(1)))
    const least = perRequest.map(rounds => Math.min(...rounds.slice(1)))
    for (const [index, { name }] of gateways.entries()) {
      const rounds = perRequest[index]?.slice(1).map(cost => cost.toFixed(0)) ?? []
      const summary = [medians, least].map(costsOf => costsOf[index]?.toFixed(0) ?? '')
      costs.push([name, String(connections), ...summary, rounds.join(', ')])
    }
    const compare = (which: string, [ours, others]: readonly number[]) => {
      if (ours === undefined || others === undefined) return
      const name = `processor time per request, the other gateway = 1, ${connections} connections, ${which}`
      found.targets.push(atMost(name, target, ours / others, ''))
    }
    compare('medians', medians)
    // What else the machine does only adds to it.
    compare('least', least)
  }
  const head = ['process', 'connections', 'µs per request', 'least', 'rounds']
  found.text.push(`## Processor time of the gateway, user and system\n\n${table(head, costs)}`)
  return found
}
