import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { type Log, roundsOf } from '../context.ts'
import { generateLoad } from '../load-generator.ts'
import type { BenchOptions } from '../options.ts'
import { cpuMicroseconds } from '../processor-time.ts'
import { atMost, formatReport, type Results, rowsOf, table } from '../report.ts'
import { measureInTurns, median, type Variant } from '../rounds.ts'
import { type NodeServer, startNode } from '../servers.ts'

/** The gateways that are measured in turns, each before the same upstream. */
export type GatewayContext = {
  options: BenchOptions
  log: Log
  gateways: readonly NodeServer[]
  upstream: NodeServer
  /** File with an empty list of tokens: no request here needs one. */
  tokens: string
}

/** The constant that the upstream answers, and its path at the gateway. */
export const constantPath = '/api/products/page-of-20'

/** About the size of a page of the catalogue. */
const constant = JSON.stringify({ success: true, data: { items: Array(20).fill('a'.repeat(250)) } })

/**
 * What the gateway costs by itself, in front of a service that answers a constant: processor time per request and rates. With `--against <folder>` the gateway of another working copy is measured in
 * the same run, in turns.
 */
export async function benchGateway(options: BenchOptions, log: Log): Promise<string> {
  const context = await startGateways(options, log)
  const results = [await measureCost(context)]
  const how = `Node ${process.versions.node}. Client, gateway and upstream share the machine. ${roundsOf(options)}`
  return formatReport('Gateway', how, results)
}

async function startGateways(options: BenchOptions, log: Log): Promise<GatewayContext> {
  log('starting an upstream that answers a constant')
  const home = temporaryServerHome()
  const answers = join(home, 'constant-answers')
  for (const folder of [answers, join(home, 'logs')]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(answers, 'page-of-20.json'), constant)
  writeFileSync(join(answers, 'ready.json'), '{}')
  writeFileSync(join(answers, 'live.json'), '{}')
  const tokens = join(home, 'tokens.json')
  writeFileSync(tokens, '[]')
  const upstream = await startNode({
    name: 'upstream',
    home,
    main: 'tools/bench/limits/bare-koa.ts',
    readyPath: '/ready',
    environment: { CONSTANT_ANSWERS: answers },
  })
  const start = (name: string, folder: string) =>
    startNode({
      name,
      home,
      main: join(folder, 'gateway/src/main.ts'),
      readyPath: '/health/live',
      environment: { PRODUCTS_URLS: upstream.url },
    })
  const gateways = [await start('gateway', '')]
  if (options.against !== undefined) gateways.push(await start('the other gateway', resolve(options.against)))
  return { options, log, gateways, upstream, tokens }
}

/** Maximum share of the other gateway's CPU time per request. */
const target = 0.7

/** Measures rates and processor time per request of each gateway, in turns, and the upstream without one. */
async function measureCost(context: GatewayContext): Promise<Results> {
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
