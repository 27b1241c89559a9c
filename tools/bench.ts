import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { benchAdmin } from './bench/benchmarks/admin.ts'
import { benchBacklog } from './bench/benchmarks/backlog.ts'
import { benchBooking } from './bench/benchmarks/booking.ts'
import { benchCapacity } from './bench/benchmarks/capacity.ts'
import { benchConsole } from './bench/benchmarks/console.ts'
import { benchGateway } from './bench/benchmarks/gateway.ts'
import { benchRefused } from './bench/benchmarks/refused.ts'
import { benchReleases } from './bench/benchmarks/releases.ts'
import { benchStart } from './bench/benchmarks/start.ts'
import { benchStore } from './bench/benchmarks/store.ts'
import { benchStreams } from './bench/benchmarks/streams.ts'
import type { Bench } from './bench/context.ts'
import { benchOptions } from './bench/options.ts'
import { createReport } from './bench/report.ts'
import { runCommand } from './command.ts'
import { withOwnProcesses } from './own-processes.ts'

const benchmarks = {
  booking: { title: 'Booking benchmark', run: benchBooking },
  store: { title: 'Store benchmark', run: benchStore },
  admin: { title: 'Administration benchmark', run: benchAdmin },
  gateway: { title: 'Gateway', run: benchGateway },
  console: { title: 'Console', run: benchConsole },
  backlog: { title: 'Backlog benchmark', run: benchBacklog },
  capacity: { title: 'Capacity', run: benchCapacity },
  releases: { title: 'Two releases', run: benchReleases },
  refused: { title: 'Refused requests', run: benchRefused },
  start: { title: 'Starts', run: benchStart },
  streams: { title: 'Streams', run: benchStreams },
}

/** Ends a run that hangs. */
const longestMs = 6 * 60 * 60_000

async function main(args: string[]): Promise<string> {
  const options = benchOptions(args)
  const began = Date.now()
  const log = (line: string) =>
    process.stderr.write(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}\n`)
  const { title, run } = benchmarks[options.bench]
  return withOwnProcesses('bench-processes', longestMs, async () => {
    const bench: Bench = { options, log, report: createReport(), home: temporaryServerHome(), processes: [] }
    await run(bench)
    // A process writes its CPU profile when it stops.
    if (options.profile) for (const process of bench.processes) await process.stop?.()
    return bench.report.format(title)
  })
}

await runCommand(main, { onOwnServers: true })
process.exit()
