import { generateLoad } from '../generate-load.ts'
import { cpuMicroseconds } from '../processor-time.ts'
import { atMost, type Findings, rowsOf, table } from '../report.ts'
import { type Contender, measureInTurns, median } from '../rounds.ts'
import { constantPath, type GatewayStage } from './gateway.ts'

/** Share of the other gateway's processor time per request that is wanted. */
const wanted = 0.7

/** Measures rates and processor time per request of each gateway, in turns, and the upstream without one. */
export async function measureCost(stage: GatewayStage): Promise<Findings> {
  const { options, tell, gateways, upstream, tokens } = stage
  const found: Findings = { rows: [], targets: [], text: [] }
  const costs: string[][] = []
  for (const connections of options.connections) {
    const perRequest = gateways.map((): number[] => [])
    const load = (origin: string, path: string, seconds: number) =>
      generateLoad({ origin, path, connections, seconds, tokens, request: { area: 'store', kind: 'list', query: '' } })
    const contenders: Contender[] = gateways.map(({ name, pid, url }, index) => ({
      name,
      async run(seconds) {
        const before = cpuMicroseconds(pid)
        const result = await load(url, constantPath, seconds)
        perRequest[index]?.push((cpuMicroseconds(pid) - before) / (result.perSecond * seconds))
        return result
      },
    }))
    contenders.push({
      name: 'limit: the upstream without a gateway',
      run: seconds => load(upstream.url, '/page-of-20', seconds),
    })
    const measured = await measureInTurns(contenders, options, line => tell(`${connections} connections, ${line}`))
    found.rows.push(...rowsOf(contenders, connections, measured))
    // The first round warms up.
    const medians = perRequest.map(rounds => median(rounds.slice(1)))
    const least = perRequest.map(rounds => Math.min(...rounds.slice(1)))
    for (const [index, { name }] of gateways.entries()) {
      const rounds = perRequest[index]?.slice(1).map(cost => cost.toFixed(0)) ?? []
      const told = [medians, least].map(costsOf => costsOf[index]?.toFixed(0) ?? '')
      costs.push([name, String(connections), ...told, rounds.join(', ')])
    }
    const compare = (which: string, [ours, others]: readonly number[]) => {
      if (ours === undefined || others === undefined) return
      const name = `processor time per request, the other gateway = 1, ${connections} connections, ${which}`
      found.targets.push(atMost(name, wanted, ours / others, ''))
    }
    compare('medians', medians)
    // What else the machine does only adds to it.
    compare('least', least)
  }
  const head = ['process', 'connections', 'µs per request', 'least', 'rounds']
  found.text.push(`## Processor time of the gateway, user and system\n\n${table(head, costs)}`)
  return found
}
