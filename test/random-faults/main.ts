import { CliError } from '@campstore/local-servers/cli-error'
import { findFaketime } from '@campstore/testing/moved-clock'
import { runCommand } from '../../tools/command.ts'
import { canMount, startServersOnDisks } from './disks.ts'
import { drawFaults, type FaultTarget } from './faults.ts'
import { faultOptions } from './options.ts'
import { runFaults } from './run.ts'
import { startSingleServers } from './servers.ts'

async function main(args: string[]): Promise<string> {
  const options = faultOptions(args)
  const faketime = options.only.includes('clock') ? await findFaketime() : undefined
  const hasDisks = options.only.includes('disk') && canMount()
  const targets = options.only.filter(target => (target !== 'clock' || faketime) && (target !== 'disk' || hasDisks))
  const leave = (target: FaultTarget, why: string) => {
    if (options.only.includes(target) && !targets.includes(target)) process.stdout.write(`${why}\n`)
  }
  leave('clock', 'libfaketime is not installed: no clock is moved')
  leave('disk', 'No file system can be mounted here: no disk is full')
  if (targets.length === 0) throw new CliError('Nothing is left to do. Install libfaketime, or run as root.')
  const faults = drawFaults(options.seed, options.minutes, targets)
  const startDatabaseAndBroker = hasDisks ? startServersOnDisks : startSingleServers
  return runFaults('faults', options, { faults, faketime, startDatabaseAndBroker })
}

await runCommand(main, { onOwnServers: true })
process.exit()
