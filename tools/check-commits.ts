import { CliError } from '@campstore/local-servers/cli-error'
import { parseCommandLine, runCommand } from './command.ts'
import { git } from './releases/previous.ts'

const longestSubject = 72

/** The last commit from before this check. Subjects up to it stay as they are. */
const firstBase = 'eddd8d021d73f16bd0518d3618719a2ed64338c7'

/** Checks the subjects of the commits that have not landed; on the main branch itself, of all since this check exists. */
function main(args: string[]): string {
  parseCommandLine('check:commits', args, {})
  const head = git('rev-parse', 'HEAD')?.trim()
  const landed = git('merge-base', 'HEAD', 'origin/main')?.trim()
  const base = landed === undefined || landed === head ? firstBase : landed
  const subjects = git('log', '--no-merges', '--format=%h %s', `${base}..HEAD`)?.split('\n').filter(Boolean)
  if (!subjects) return 'There is no history to check: a shallow clone.'
  const long = subjects.filter(line => lengthOf(line) > longestSubject)
  if (long.length === 0) return `${subjects.length} subjects of commits, each of at most ${longestSubject} characters.`
  throw new CliError(
    `These subjects of commits have more than ${longestSubject} characters:\n${long.map(line => `  ${lengthOf(line)}: ${line}`).join('\n')}`,
  )
}

/** Characters of the subject, which follows the short id of its commit. */
const lengthOf = (line: string): number => [...line.slice(line.indexOf(' ') + 1)].length

await runCommand(async args => main(args), { withoutSecrets: true })
