import { runCommand } from '../../tools/command.ts'
import { faultRunOptions, randomSeed } from '../random-faults/options.ts'
import { runFaults } from '../random-faults/run.ts'
import { runOnOwnServers } from '../system/run.ts'
import { killsInTurn } from './kills.ts'
import { recoveryLines } from './recovery-times.ts'
import { startClusters } from './servers.ts'

/** Starting, settling and checking have their own timeouts; this ends a run in which one of them fails. */
const extraMs = 20 * 60_000

async function main(args: string[]): Promise<string> {
  const options = faultRunOptions('test:failover', args, { minutes: 10, members: 12, seed: randomSeed })
  const { minutes, seed } = options
  const scenario = { faults: killsInTurn(minutes), startDatabaseAndBroker: startClusters, linesOf: recoveryLines }
  return runOnOwnServers({ name: 'failover', seed, longestMs: minutes * 60_000 + extraMs }, directory =>
    runFaults(options, directory, scenario),
  )
}

await runCommand(main, { onOwnServers: true })
process.exit()
