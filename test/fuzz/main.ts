import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { localDirectory, runCommand } from '../../tools/command.ts'
import { withOwnProcesses } from '../system/own-processes.ts'
import { fuzzOptions } from './options.ts'
import { runFuzz } from './run.ts'

/** Starting and stopping have their own timeouts; this ends a run in which one of them fails. */
const extraMs = 10 * 60_000
/** At less than ten requests a second something is wrong. */
const msPerRequest = 100

async function main(args: string[]): Promise<string> {
  const options = fuzzOptions(args, () => Math.floor(Math.random() * 1_000_000))
  const { requests, minutes, seed } = options
  const directory = join(localDirectory, 'fuzz', String(seed))
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  const longestMs = minutes === undefined ? requests * msPerRequest : minutes * 60_000
  return withOwnProcesses('fuzz-processes', longestMs + extraMs, async () => {
    const { summary, violated } = await runFuzz(options, directory)
    if (violated) process.exitCode = 1
    return `\n${summary}`
  })
}

await runCommand(main, { onOwnServers: true })
process.exit()
