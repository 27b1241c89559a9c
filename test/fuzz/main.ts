import { runCommand } from '../../tools/command.ts'
import { randomSeed } from '../random-faults/options.ts'
import { runOnOwnServers } from '../system/run.ts'
import { fuzzOptions } from './options.ts'
import { runFuzz } from './run.ts'

/** Starting and stopping have their own timeouts; this ends a run in which one of them fails. */
const extraMs = 10 * 60_000
/** At less than ten requests a second something is wrong. */
const msPerRequest = 100

async function main(args: string[]): Promise<string> {
  const options = fuzzOptions(args, randomSeed)
  const { requests, minutes, seed } = options
  const longestMs = (minutes === undefined ? requests * msPerRequest : minutes * 60_000) + extraMs
  return runOnOwnServers({ name: 'fuzz', seed, longestMs }, directory => runFuzz(options, directory))
}

await runCommand(main, { onOwnServers: true })
process.exit()
