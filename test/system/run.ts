import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localDirectory } from '../../tools/command.ts'
import { withOwnProcesses } from '../../tools/own-processes.ts'

/**
 * Runs something on its own servers and processes, with a folder below `.local` for its output. The command exits with 1 when a
 * rule was violated.
 *
 * @param options.longestMs when the run is ended although it is not over
 * @returns the summary and where the rest is
 */
export async function runOnOwnServers(
  options: { name: string; seed: number; longestMs: number },
  run: (directory: string) => Promise<{ summary: string; violated: boolean }>,
): Promise<string> {
  const directory = join(localDirectory, options.name, String(options.seed))
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(join(directory, 'logs'), { recursive: true })
  return withOwnProcesses(`${options.name}-processes`, options.longestMs, async () => {
    const { summary, violated } = await run(directory)
    writeFileSync(join(directory, 'summary.txt'), `${summary}\n`)
    if (violated) process.exitCode = 1
    return `\n${summary}\n\nSummary, violations and logs: ${directory}`
  })
}
