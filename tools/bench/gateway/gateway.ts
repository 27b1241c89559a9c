import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { type Log, roundsOf } from '../context.ts'
import type { BenchOptions } from '../options.ts'
import { formatReport } from '../report.ts'
import { type NodeServer, startNode } from '../servers.ts'
import { measureCost } from './cost.ts'

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
