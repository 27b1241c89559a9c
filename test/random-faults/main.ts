import { CliError } from '@campstore/local-servers/cli-error'
import { findFaketime } from '@campstore/testing/moved-clock'
import { parseCommandLine, runCommand } from '../../tools/command.ts'
import { noRelease } from '../../tools/releases/previous.ts'
import { nextRelease, unpackPrevious } from '../upgrade/releases.ts'
import { upgradeAndRollBack } from '../upgrade/upgrade.ts'
import { canMount, startServersOnDisks } from './disks.ts'
import { drawFaults, type FaultName, faultNames, shortTargets } from './faults.ts'
import { namesIn, runOptions, settings } from './options.ts'
import { runFaults } from './run.ts'
import { startSingleServers } from './servers.ts'

const command = 'test:faults'
const flag = { type: 'boolean' } as const
/** `calm` is without any fault, next to the load of others; `batches` makes holds meet in one statement. */
const ownSettings = { upgrade: flag, calm: flag, batches: flag } as const

async function main(args: string[]): Promise<string> {
  const given = parseCommandLine(command, args, { ...settings, ...ownSettings }).values
  const { batches: inBatches = false } = given
  const options = { ...runOptions(command, given, { minutes: 2, members: inBatches ? 60 : 30 }), inBatches }
  const usual = given.upgrade ? shortTargets : faultNames
  const only = given.only === undefined ? usual : namesIn(command, given.only, faultNames)
  if (given.calm) return runFaults('faults', options, { faults: [], startDatabaseAndBroker: startSingleServers })
  const faketime = only.includes('clock') ? await findFaketime() : undefined
  const isAsked = (target: FaultName) => only.includes(target)
  const hasDisks = (['disk', 'pair'] as const).some(isAsked) && canMount()
  const isMissing: Partial<Record<FaultName, string | false>> = {
    clock: !faketime && 'libfaketime is not installed: no clock is moved',
    disk: !hasDisks && 'No file system can be mounted here: no disk is full',
    pair: !hasDisks && 'No file system can be mounted here: no two servers fail at once',
  }
  const targets = only.filter(target => !isMissing[target])
  for (const target of only) if (isMissing[target]) process.stdout.write(`${isMissing[target]}\n`)
  if (targets.length === 0) throw new CliError('Nothing is left to do. Install libfaketime, or run as root.')
  const { seed, minutes } = options
  const scenario = { faketime, startDatabaseAndBroker: hasDisks ? startServersOnDisks : startSingleServers }
  if (!given.upgrade) return runFaults('faults', options, { ...scenario, faults: drawFaults(seed, minutes, targets) })
  const previous = unpackPrevious()
  if (previous === undefined) return `The upgrade is not tested. ${noRelease}`
  const releases = { 'roll back': previous, upgrade: nextRelease({ addsMigrations: true }) }
  return runFaults('upgrade', options, { ...scenario, faults: upgradeAndRollBack(seed, minutes, targets), releases })
}

await runCommand(main, { onOwnServers: true })
process.exit()
