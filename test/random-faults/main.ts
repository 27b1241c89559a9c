import { CliError } from '@campstore/local-servers/cli-error'
import { findFaketime } from '@campstore/testing/moved-clock'
import { runCommand } from '../../tools/command.ts'
import { nextRelease, unpackPrevious } from '../upgrade/releases.ts'
import { upgradeAndRollBack } from '../upgrade/upgrade.ts'
import { canMount, startServersOnDisks } from './disks.ts'
import { drawFaults, type FaultName } from './faults.ts'
import { faultOptions } from './options.ts'
import { runFaults } from './run.ts'
import { startSingleServers } from './servers.ts'

async function main(args: string[]): Promise<string> {
  const options = faultOptions(args)
  if (options.calm) return runFaults('faults', options, { faults: [], startDatabaseAndBroker: startSingleServers })
  const faketime = options.only.includes('clock') ? await findFaketime() : undefined
  const isAsked = (target: FaultName) => options.only.includes(target)
  const hasDisks = (['disk', 'pair'] as const).some(isAsked) && canMount()
  const isMissing: Partial<Record<FaultName, string | false>> = {
    clock: !faketime && 'libfaketime is not installed: no clock is moved',
    disk: !hasDisks && 'No file system can be mounted here: no disk is full',
    pair: !hasDisks && 'No file system can be mounted here: no two servers fail at once',
  }
  const targets = options.only.filter(target => !isMissing[target])
  for (const target of options.only) if (isMissing[target]) process.stdout.write(`${isMissing[target]}\n`)
  if (targets.length === 0) throw new CliError('Nothing is left to do. Install libfaketime, or run as root.')
  const { seed, minutes, upgrade } = options
  const scenario = { faketime, startDatabaseAndBroker: hasDisks ? startServersOnDisks : startSingleServers }
  if (!upgrade) return runFaults('faults', options, { ...scenario, faults: drawFaults(seed, minutes, targets) })
  const previous = unpackPrevious()
  if ('missing' in previous) return `The upgrade is not tested. ${previous.missing}`
  const releases = { 'roll back': previous.folder, upgrade: nextRelease({ addsMigrations: true }) }
  return runFaults('upgrade', options, { ...scenario, faults: upgradeAndRollBack(seed, minutes, targets), releases })
}

await runCommand(main, { onOwnServers: true })
process.exit()
