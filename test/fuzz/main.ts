import { numberOption, parseCommandLine, runCommand } from '../../tools/command.ts'
import { randomSeed } from '../random-faults/options.ts'
import { runOnOwnServers } from '../system/run.ts'
import { runFuzz } from './run.ts'

/** Starting and stopping have their own timeouts; this ends a run in which one of them fails. */
const extraMs = 10 * 60_000

async function main(args: string[]): Promise<string> {
  const options = { minutes: { type: 'string' }, seed: { type: 'string' } } as const
  const { values } = parseCommandLine('test:fuzz', args, options)
  const numberOf = numberOption.bind(undefined, 'test:fuzz')
  const minutes = numberOf('--minutes', values.minutes ?? '10', { from: 0.1, to: 240, whole: false })
  const seed = numberOf('--seed', values.seed ?? String(randomSeed()), { from: 0, to: 2 ** 32 - 1 })
  const longestMs = minutes * 60_000 + extraMs
  return runOnOwnServers({ name: 'fuzz', seed, longestMs }, directory => runFuzz({ minutes, seed }, directory))
}

await runCommand(main, { onOwnServers: true })
process.exit()
