import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { numberOption, parseCommandLine, UsageError } from '../../tools/command.ts'
import { bugs } from './bugs.ts'
import { type Replay, replay, runHistories } from './run.ts'

const command = 'test:simulation'
const text = { type: 'string' } as const

/** As many histories as fit into a minute of one core. */
const aMinute = 8_000

/** What the command line asks for; the bug of `--bug` is put in already. */
export async function simulate(args: string[]): Promise<string> {
  const options = { histories: text, seed: text, replay: text, bugs: { type: 'boolean' }, bug: text } as const
  const { values } = parseCommandLine(command, args, options)
  const number = (option: 'histories' | 'seed', otherwise: number, from: number, to: number) =>
    values[option] === undefined ? otherwise : numberOption(command, `--${option}`, values[option], { from, to })
  const histories = number('histories', aMinute, 1, 100_000_000)
  const seed = number('seed', Math.floor(Math.random() * 1_000_000), 0, 2 ** 32 - 1)
  if (values.bugs) return findBugs(histories, seed)
  const again = values.replay === undefined ? undefined : parseReplay(values.replay)
  const { report, isGood } = again ? await replay(again) : await runHistories(seed, histories)
  if (!isGood) process.exitCode = 1
  return report
}

function parseReplay(given: string): Replay {
  const [, seed, history, kept] = /^(\d+):(\d+)(?::(\d+(?:,\d+)*))?$/.exec(given) ?? []
  if (seed === undefined) throw new UsageError(command, `--replay must be like 1:234 or 1:234:0,3,5, not "${given}".`)
  return { seed: Number(seed), history: Number(history), kept: kept?.split(',').map(Number) }
}

/** Puts in each bug, in a separate process, and lists how many histories found it. */
function findBugs(histories: number, seed: number): string {
  const names = Object.keys(bugs)
  const found = names.filter(name => {
    const run = ['--bug', name, '--histories', String(histories), '--seed', String(seed)]
    const main = join(import.meta.dirname, 'main.ts')
    const { stdout } = spawnSync(process.execPath, [main, ...run], { encoding: 'utf8' })
    const count = /after (\d+) histories/.exec(stdout)?.[1]
    const rule = /^BROKEN: (.*?):/m.exec(stdout)?.[1]
    process.stdout.write(`| ${name} | ${count ?? 'not found'} | ${rule ?? '–'} |\n`)
    return count !== undefined
  })
  if (found.length < names.length) process.exitCode = 1
  return `${found.length} of ${names.length} bugs were found, seed ${seed}`
}
