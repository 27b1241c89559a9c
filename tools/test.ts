import { startVitest, type Vitest } from 'vitest/node'
import { parseCommandLine, runCommand } from './command.ts'

/** Result of a run: tests, and one failure for each error outside of a test. */
export type TestCounts = { passed: number; failed: number; skipped: number }

/** The last line of `npm test`. */
export const summaryOf = ({ passed, failed, skipped }: TestCounts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

function countsOf(vitest: Vitest): TestCounts {
  const modules = vitest.state.getTestModules()
  const states = modules.flatMap(module => [...module.children.allTests()].map(test => test.result().state))
  const count = (state: string) => states.filter(each => each === state).length
  // A file that cannot be loaded, or whose hooks fail, fails without a failed test.
  const brokenFiles = modules.filter(
    module => !module.ok() && ![...module.children.allTests()].some(test => test.result().state === 'failed'),
  ).length
  const failed = count('failed') + brokenFiles + vitest.state.getUnhandledErrors().length
  return { passed: count('passed'), failed, skipped: count('skipped') }
}

const optionTypes = {
  testNamePattern: { type: 'string', short: 't' },
  project: { type: 'string', multiple: true },
  bail: { type: 'string' },
  retry: { type: 'string' },
  update: { type: 'boolean', short: 'u' },
} as const

async function main(args: string[]): Promise<undefined> {
  const { values, positionals } = parseCommandLine('test', args, optionTypes, 'any')
  const { bail, retry, ...options } = values
  const vitest = await startVitest(positionals, {
    ...options,
    ...(bail === undefined ? {} : { bail: Number(bail) }),
    ...(retry === undefined ? {} : { retry: Number(retry) }),
    run: true,
    watch: false,
  })
  const counts = countsOf(vitest)
  const failedToRun = (process.exitCode ?? 0) !== 0 && counts.failed === 0
  process.stdout.write(`${summaryOf(failedToRun ? { ...counts, failed: 1 } : counts)}\n`)
  // With the exit code of the run: an open handle must not keep the process alive.
  process.exit()
}

if (import.meta.main) await runCommand(main, { onOwnServers: true })
