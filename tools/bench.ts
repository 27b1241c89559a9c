import { benchBooking } from './bench/benchmarks/booking.ts'
import { benchAdmin, benchLargest, benchRead } from './bench/benchmarks/read.ts'
import { benchReleases } from './bench/benchmarks/releases.ts'
import { benchStore } from './bench/benchmarks/store.ts'
import { startContext } from './bench/context.ts'
import { benchOptions } from './bench/options.ts'
import { runCommand } from './command.ts'
import { withOwnProcesses } from './own-processes.ts'

const benchmarks = {
  booking: { title: 'Booking benchmark', run: benchBooking },
  store: { title: 'Store benchmark', run: benchStore },
  releases: { title: 'Two releases', run: benchReleases },
  admin: { title: 'Reads after the purchase', run: benchAdmin },
  largest: { title: 'The largest requests', run: benchLargest },
  read: { title: 'Reads', run: benchRead },
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
    const context = await startContext(options, log)
    await run(context)
    return context.report.format(title)
  })
}

await runCommand(main, { onOwnServers: true })
process.exit()
