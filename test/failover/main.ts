import { runCommand } from '../../tools/command.ts'
import { failoverOptions } from '../random-faults/options.ts'
import { runFaults } from '../random-faults/run.ts'
import { lossesInTurn } from './losses.ts'
import { startClusters } from './servers.ts'

async function main(args: string[]): Promise<string> {
  const options = failoverOptions(args)
  const faults = lossesInTurn(options.minutes, options.only)
  return runFaults('failover', options, { faults, startDatabaseAndBroker: startClusters })
}

await runCommand(main, { onOwnServers: true })
process.exit()
