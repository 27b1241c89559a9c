import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localDirectory, runCommand } from '../../tools/command.ts'
import { faultRunOptions, randomSeed } from '../random-faults/options.ts'
import { runFaults } from '../random-faults/run.ts'
import { withOwnProcesses } from '../system/own-processes.ts'
import { killsInTurn } from './kills.ts'
import { recoveryLines } from './recovery-times.ts'
import { startClusters } from './servers.ts'

/** Starting, settling and checking have their own timeouts; this ends a run in which one of them fails. */
const extraMs = 20 * 60_000

async function main(args: string[]): Promise<string> {
  const options = faultRunOptions('test:failover', args, { minutes: 10, members: 12, seed: randomSeed })
  const directory = join(localDirectory, 'failover', String(options.seed))
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(join(directory, 'logs'), { recursive: true })
  return withOwnProcesses('failover-processes', options.minutes * 60_000 + extraMs, async () => {
    const { summary, violated } = await runFaults(options, directory, {
      faults: killsInTurn(options.minutes),
      startDatabaseAndBroker: startClusters,
      linesOf: recoveryLines,
    })
    writeFileSync(join(directory, 'summary.txt'), `${summary}\n`)
    if (violated) process.exitCode = 1
    return `\n${summary}\n\nHistory, violations and logs: ${directory}`
  })
}

await runCommand(main, { onOwnServers: true })
process.exit()
