import { DefaultReporter, type TestModule, type TestSpecification } from 'vitest/node'
import { usualSecondsOf } from './longest-first.ts'

/** Before this share of the work is done, the pace of this machine is not known. */
const firstEstimate = 0.04

/** Progress of a run: finished files out of all, and the remaining time if the rest is as fast as the files so far. */
export function progressText(done: readonly string[], all: readonly string[], elapsedSeconds: number): string {
  const work = (files: readonly string[]) => files.reduce((sum, file) => sum + usualSecondsOf(file), 0)
  const share = work(done) / work(all)
  const text = `${done.length} of ${all.length} files`
  if (share < firstEstimate || share === 1) return text
  const seconds = (elapsedSeconds / share) * (1 - share)
  return `${text}, about ${seconds < 90 ? `${Math.ceil(seconds / 10) * 10} s` : `${Math.round(seconds / 60)} min`} left`
}

/** Vitest's reporter, and how far the run is: the last line of a terminal, or a line every 15 seconds. */
export class ProgressReporter extends DefaultReporter {
  #all: string[] = []
  #done: string[] = []
  #began = 0
  #ticking: NodeJS.Timeout | undefined

  constructor() {
    super({ summary: false })
  }

  override onTestRunStart(specifications: ReadonlyArray<TestSpecification>): void {
    super.onTestRunStart(specifications)
    this.#all = specifications.map(({ moduleId }) => moduleId)
    this.#began = performance.now()
    this.#ticking = setInterval(() => this.#show(), this.isTTY ? 1_000 : 15_000)
  }

  override onTestModuleEnd(module: TestModule): void {
    this.#done.push(module.moduleId)
    super.onTestModuleEnd(module)
  }

  override log(...messages: unknown[]): void {
    this.#clear()
    super.log(...messages)
  }

  override error(...messages: unknown[]): void {
    this.#clear()
    super.error(...messages)
  }

  override onTestRunEnd(...run: Parameters<DefaultReporter['onTestRunEnd']>): void {
    clearInterval(this.#ticking)
    super.onTestRunEnd(...run)
  }

  #show(): void {
    const text = progressText(this.#done, this.#all, (performance.now() - this.#began) / 1_000)
    process.stdout.write(this.isTTY ? `\r\u001b[K${text}` : `  ${text}\n`)
  }

  #clear(): void {
    if (this.isTTY) process.stdout.write('\r\u001b[K')
  }
}
