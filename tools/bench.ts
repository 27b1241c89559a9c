import { mkdirSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { stopOrphans } from '@campstore/local-servers/pid-file'
import { killEverything, recordProcessesIn } from '@campstore/local-servers/processes'
import { benchAdmin } from './bench/benchmarks/admin.ts'
import { benchBacklog } from './bench/benchmarks/backlog.ts'
import { benchBooking } from './bench/benchmarks/booking.ts'
import { benchCapacity } from './bench/benchmarks/capacity.ts'
import { benchGateway } from './bench/benchmarks/gateway.ts'
import { benchMemory } from './bench/benchmarks/memory.ts'
import { benchRefused } from './bench/benchmarks/refused.ts'
import { benchStore } from './bench/benchmarks/store.ts'
import { benchTelemetry } from './bench/benchmarks/telemetry.ts'
import type { Bench } from './bench/context.ts'
import { benchOptions } from './bench/options.ts'
import { createReport } from './bench/report.ts'
import { localDirectory, runCommand } from './command.ts'

const benchmarks = {
  booking: { title: 'Booking benchmark', run: benchBooking },
  store: { title: 'Store benchmark', run: benchStore },
  admin: { title: 'Administration benchmark', run: benchAdmin },
  gateway: { title: 'Gateway', run: benchGateway },
  backlog: { title: 'Backlog benchmark', run: benchBacklog },
  capacity: { title: 'Capacity', run: benchCapacity },
  memory: { title: 'Mixed load', run: benchMemory },
  refused: { title: 'Refused requests', run: benchRefused },
  telemetry: { title: 'Cost of telemetry', run: benchTelemetry },
}

async function main(args: string[]): Promise<string> {
  const options = benchOptions(args)
  const pidFiles = join(localDirectory, 'bench-processes')
  mkdirSync(pidFiles, { recursive: true })
  await stopOrphans(pidFiles)
  recordProcessesIn(pidFiles)
  const began = Date.now()
  const log = (line: string) =>
    process.stderr.write(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}\n`)
  const bench: Bench = { options, log, report: createReport(), home: temporaryServerHome(), processes: [] }
  const { title, run } = benchmarks[options.bench]
  try {
    await run(bench)
    // A process writes its CPU profile when it stops.
    if (options.profile) for (const process of bench.processes) await process.stop()
    return bench.report.format(title)
  } finally {
    await killEverything()
  }
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => process.exit(128 + constants.signals[name])) // which kills everything that was started
}

await runCommand(main, { onOwnServers: true })
process.exit()
