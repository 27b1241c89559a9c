import { CliError } from '@campstore/local-servers/cli-error'
import { findFaketime } from '@campstore/testing/moved-clock'
import { runCommand } from '../../tools/command.ts'
import { drawFaults } from './faults.ts'
import { faultOptions } from './options.ts'
import { runFaults } from './run.ts'
import { startSingleServers } from './servers.ts'

async function main(args: string[]): Promise<string> {
  const options = faultOptions(args)
  const faketime = options.only.includes('clock') ? await findFaketime() : undefined
  const only = options.only.filter(name => name !== 'clock' || faketime !== undefined)
  if (only.length < options.only.length) process.stdout.write('libfaketime is not installed: no clock is moved\n')
  if (only.length === 0) throw new CliError('Nothing is left to do. Install libfaketime (Debian: libfaketime).')
  const faults = drawFaults(options.seed, options.minutes, only)
  return runFaults('faults', options, { faults, faketime, startDatabaseAndBroker: startSingleServers })
}

await runCommand(main, { onOwnServers: true })
process.exit()
