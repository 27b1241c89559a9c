import { mkdirSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatError } from '@campstore/local-servers/cli-error'
import { stopOrphans } from '@campstore/local-servers/pid-file'
import { killEverything, recordProcessesIn } from '@campstore/local-servers/processes'
import { benchAdmin } from './bench/admin/admin.ts'
import { benchBacklog } from './bench/backlog/backlog.ts'
import { benchBooking } from './bench/booking/booking.ts'
import { benchGateway } from './bench/gateway/gateway.ts'
import { benchMixed } from './bench/mixed/mixed.ts'
import { benchOptions } from './bench/options.ts'
import { setStage } from './bench/scenario.ts'
import { benchStore } from './bench/store/store.ts'

const ledgers = join(fileURLToPath(new URL('..', import.meta.url)), '.local', 'bench-processes')

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => process.exit(128 + constants.signals[name]))
}

try {
  const options = benchOptions(process.argv.slice(2))
  mkdirSync(ledgers, { recursive: true })
  await stopOrphans(ledgers)
  recordProcessesIn(ledgers)
  const began = Date.now()
  const tell = (line: string) =>
    process.stderr.write(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}\n`)
  const measure = async () => {
    if (options.bench === 'gateway') return benchGateway(options, tell)
    const bench = {
      booking: benchBooking,
      store: benchStore,
      admin: benchAdmin,
      backlog: benchBacklog,
      memory: benchMixed,
    }[options.bench]
    return bench(await setStage(options, tell))
  }
  process.stdout.write(`${await measure()}\n`)
} catch (error) {
  process.stderr.write(`${formatError(error)}\n`)
  process.exitCode = 1
} finally {
  await killEverything()
}
process.exit()
