import { freePorts } from '@campstore/local-servers/ports'
import { type Bench, type Context, startContext } from '../context.ts'
import { compare } from '../measure/comparisons.ts'
import type { Measured } from '../measure/rounds.ts'
import { roundsOf, table } from '../report.ts'
import { startNodeServer } from '../servers/node-server.ts'
import { loadVariant } from '../servers/system.ts'
import type { Workload } from '../workloads/requests.ts'
import { bookingDatabase, startBookings } from './booking.ts'

const off = 'off'
const connections = 50

/** Three times as often as Prometheus is configured to. */
const scrapeIntervalMs = 5_000

const workloads: readonly { name: string; workload: Workload }[] = [
  { name: 'availability', workload: { kind: 'availability', pattern: 'spread' } },
  { name: 'checkout', workload: { kind: 'booking', pattern: 'spread' } },
]

/**
 * Measures what metrics and traces cost the gateway and the booking service: CPU time per request with each of them on, compared with
 * both off, in turns. The metrics are scraped meanwhile, and the traces are received by a process that forgets them.
 */
export async function benchTelemetry(bench: Bench): Promise<void> {
  const context = await startContext(bench)
  const { options, report } = context
  const plan = options.telemetryRounds
  report.environment(roundsOf(plan))
  const sink = await startNodeServer(context, {
    ...{ name: 'collector', main: 'tools/bench/servers/trace-sink.ts', readyPath: '/', environment: {} },
  })
  const traces = (ratio: number) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, OTEL_TRACES_SAMPLER_ARG: String(ratio) })
  const [gatewayPort = 0, bookingPort = 0] = await freePorts(2)
  const metrics = (port: number) => ({ METRICS_PORT: String(port) })
  const systems = [
    await startVariant(context, off, {}, {}),
    await startVariant(context, 'metrics', metrics(gatewayPort), metrics(bookingPort)),
    await startVariant(context, 'traces, 1%', traces(0.01), traces(0.01)),
    await startVariant(context, 'traces, 100%', traces(1), traces(1)),
  ]
  const scrape = setInterval(() => {
    for (const port of [gatewayPort, bookingPort])
      void fetch(`http://127.0.0.1:${port}/metrics`).then(response => response.text())
  }, scrapeIntervalMs)
  for (const { name, workload } of workloads.filter(each => options.parts.includes(each.name))) {
    const variants = systems.map(({ label, system }) =>
      loadVariant(system, context, { name: `${name}, ${label}`, workload, connections }),
    )
    const measured = await compare(context, connections, variants, plan)
    report.text(
      overheads(
        name,
        systems.map(({ label }, index) => ({ label, measured: measured[index] })),
      ),
    )
  }
  clearInterval(scrape)
}

/** Starts a gateway and the booking service on a database of their own, whose processes have the variant's name in the report. */
async function startVariant(
  context: Context,
  label: string,
  gatewayEnvironment: Record<string, string>,
  environment: Record<string, string>,
) {
  const name = `telemetry_${label.replaceAll(/\W+/g, '_')}`
  const database = await bookingDatabase(context, name, context.options.storedBookings.few)
  const system = await startBookings(context, name, database, { label, environment, gatewayEnvironment })
  return { label, system }
}

/** CPU time of a request in the variant's own processes, and relative to both off. */
function overheads(name: string, rows: { label: string; measured: Measured | undefined }[]): string {
  const cpuOf = (label: string) => {
    const cpu = rows.find(row => row.label === label)?.measured?.cpu ?? {}
    return ['gateway', 'booking'].map(process => cpu[`${process}, ${label}`] ?? Number.NaN)
  }
  const [gatewayOff = 0, bookingOff = 0] = cpuOf(off)
  const cells = rows.map(({ label }) => {
    const [gateway = 0, booking = 0] = cpuOf(label)
    const factors = [gateway / gatewayOff, booking / bookingOff, (gateway + booking) / (gatewayOff + bookingOff)]
    return [label, gateway.toFixed(0), booking.toFixed(0), ...factors.map(factor => factor.toFixed(2))]
  })
  const head = ['telemetry', 'gateway, us', 'booking, us', 'gateway, off = 1', 'booking, off = 1', 'both, off = 1']
  return `## Cost of telemetry, ${name}\n\n${table(head, cells)}`
}
