import { join, resolve } from 'node:path'
import type { Bench } from '../context.ts'
import { compare } from '../measure/comparisons.ts'
import { runLoadInThread } from '../measure/load.ts'
import { resultOf } from '../measure/rounds.ts'
import { roundsOf } from '../report.ts'
import { startConstantServer, startNodeServer, storeConstant } from '../servers/node-server.ts'

/** About the size of a page of the catalogue. */
const constant = JSON.stringify({ success: true, data: { items: Array(20).fill('a'.repeat(250)) } })

/** Maximum share of the CPU time of another gateway, and of the smallest proxy, per request. */
const goals = { other: 0.7, smallest: 1.5 }

/**
 * Measures what the gateway costs by itself, in front of a service that returns a constant: CPU time per request and rates, and the
 * same for the smallest proxy of the same server and client.
 * With `--against <folder>` the gateway of another working copy is measured in the same run, in turns.
 */
export async function benchGateway(bench: Bench): Promise<void> {
  const { options, report } = bench
  report.environment(roundsOf(options))
  storeConstant(bench, 'page-of-20', constant)
  const upstream = await startConstantServer(bench, 'upstream')
  const start = (name: string, folder: string) =>
    startNodeServer(bench, {
      name,
      main: join(folder, 'gateway/src/main.ts'),
      readyPath: '/health/live',
      environment: { PRODUCTS_URLS: upstream.url },
    })
  const ours = 'gateway'
  const other = 'the other gateway'
  const gateways = [await start(ours, '')]
  if (options.against !== undefined) gateways.push(await start(other, resolve(options.against)))
  const smallest = await startNodeServer(bench, {
    name: 'smallest proxy',
    main: 'libs/upstream/src/testing/smallest-proxy.ts',
    readyPath: '/ready',
    environment: { UPSTREAM_URL: upstream.url },
  })
  for (const connections of options.connections) {
    const variant = (name: string, origin: string, path: string) => {
      const workload = { kind: 'reads', reads: [{ path }], order: 'in turns' } as const
      const run = (seconds: number) => runLoadInThread({ origin, workload, connections, seconds, tokens: [] })
      return { name, run }
    }
    const measured = await compare(bench, connections, [
      ...gateways.map(({ name, url }) => variant(name, url, '/api/products/page-of-20')),
      variant(smallest.name, smallest.url, '/page-of-20'),
      variant('limit: the upstream without a gateway', upstream.url, '/page-of-20'),
    ])
    const cpuOf = (name: string) => resultOf(measured, name)?.cpu[name] ?? Number.NaN
    const overSmallest = cpuOf(ours) / cpuOf(smallest.name)
    report.atMost(
      `CPU time of the gateway, the smallest proxy = 1, ${connections} connections`,
      goals.smallest,
      overSmallest,
      '',
    )
    if (options.against === undefined) continue
    const name = `CPU time of the gateway per request, the other gateway = 1, ${connections} connections`
    report.atMost(name, goals.other, cpuOf(ours) / cpuOf(other), '')
  }
}
