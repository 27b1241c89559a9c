import { parseCLI, startVitest, type Vitest } from 'vitest/node'

/** Outcome of a run: tests, and failures outside of any test counted as one each. */
export type TestCounts = { passed: number; failed: number; skipped: number }

/** What the last line of `npm test` says. */
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

async function main(): Promise<void> {
  const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)])
  const vitest = await startVitest(filter, { ...options, run: true, watch: false })
  const counts = countsOf(vitest)
  const failedToRun = (process.exitCode ?? 0) !== 0 && counts.failed === 0
  process.stdout.write(`${summaryOf(failedToRun ? { ...counts, failed: 1 } : counts)}\n`)
  // Set by the run; said again so that nothing that is left open can keep the terminal.
  process.exit()
}

if (import.meta.main) await main()
