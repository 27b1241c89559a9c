import { runCommand } from '../../tools/command.ts'
import { failoverOptions } from '../random-faults/options.ts'
import { runFaults } from '../random-faults/run.ts'
import { killsInTurn } from './kills.ts'
import { startClusters } from './servers.ts'

async function main(args: string[]): Promise<string> {
  const options = failoverOptions(args)
  return runFaults('failover', options, { faults: killsInTurn(options.minutes), startDatabaseAndBroker: startClusters })
}

await runCommand(main, { onOwnServers: true })
process.exit()
