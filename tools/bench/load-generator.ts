import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { CliError } from '@campstore/local-servers/cli-error'
import { startProcess } from '@campstore/local-servers/processes'
import type { LoadJob } from './load.ts'
import { type LoadResult, loadResultSchema } from './load-result.ts'

const program = fileURLToPath(new URL('load.ts', import.meta.url))

/**
 * Runs the load generator in a process of its own.
 *
 * @throws {CliError} when it fails
 */
export async function generateLoad(job: LoadJob): Promise<LoadResult> {
  const generator = startProcess({
    name: 'load generator',
    command: process.execPath,
    args: [program, JSON.stringify(job)],
    output: 'pipe',
  })
  const { stdout, stderr } = generator.child
  if (stdout === null || stderr === null) throw new Error('the load generator has no output')
  const [result, complaint, outcome] = await Promise.all([text(stdout), text(stderr), generator.exited])
  if (outcome !== 'exit code 0') throw new CliError(`the load generator failed (${outcome}): ${complaint.trim()}`)
  return loadResultSchema.parse(JSON.parse(result))
}
