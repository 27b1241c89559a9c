import { mkdirSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { stopOrphans } from '@campstore/local-servers/pid-file'
import { killEverything, recordProcessesIn } from '@campstore/local-servers/processes'
import { benchAdmin } from './bench/admin/admin.ts'
import { benchBacklog } from './bench/backlog/backlog.ts'
import { benchBooking } from './bench/booking/booking.ts'
import { startContext } from './bench/context.ts'
import { benchGateway } from './bench/gateway/gateway.ts'
import { benchMixed } from './bench/mixed/mixed.ts'
import { benchOptions } from './bench/options.ts'
import { benchStore } from './bench/store/store.ts'
import { localDirectory, runCommand } from './command.ts'

const benchmarks = {
  booking: benchBooking,
  store: benchStore,
  admin: benchAdmin,
  backlog: benchBacklog,
  memory: benchMixed,
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
  try {
    if (options.bench === 'gateway') return await benchGateway(options, log)
    return await benchmarks[options.bench](await startContext(options, log))
  } finally {
    await killEverything()
  }
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => process.exit(128 + constants.signals[name])) // which kills everything that was started
}

await runCommand(main, { onOwnServers: true })
process.exit()
