import { CliError } from '@campstore/local-servers/cli-error'
import { findFaketime } from '@campstore/testing/moved-clock'
import { runCommand } from '../../tools/command.ts'
import { runOnOwnServers } from '../system/run.ts'
import { drawFaults } from './faults.ts'
import { faultRunOptions, randomSeed } from './options.ts'
import { runFaults } from './run.ts'
import { startSingleServers } from './servers.ts'

/** Starting, settling and checking have their own timeouts; this ends a run in which one of them fails. */
const extraMs = 15 * 60_000

async function main(args: string[]): Promise<string> {
  const options = faultRunOptions('test:faults', args, { minutes: 2, members: 30, seed: randomSeed })
  const faketime = options.only.includes('clock') ? await findFaketime() : undefined
  const targets = options.only.filter(target => target !== 'clock' || faketime !== undefined)
  if (targets.length < options.only.length) process.stdout.write('libfaketime is not installed: no clock is moved\n')
  if (targets.length === 0) throw new CliError('Nothing is left to do. Install libfaketime (Debian: libfaketime).')
  const faults = drawFaults(options.seed, options.minutes, { targets, silentMs: options.grace * 500 })
  const scenario = { faults, faketime, startDatabaseAndBroker: startSingleServers }
  const longestMs = options.minutes * 60_000 + extraMs
  return runOnOwnServers({ name: 'faults', seed: options.seed, longestMs }, directory =>
    runFaults(options, directory, scenario),
  )
}

await runCommand(main, { onOwnServers: true })
process.exit()
