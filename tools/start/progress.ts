/** What a person sees while things come up: what is under way and for how long, and each thing once it is there. */
export type Progress = {
  /** Shows `label` as under way until `work` ends, then a line with what `outcome` says of its result. */
  step<T>(label: string, work: () => Promise<T>, outcome?: (result: T) => string): Promise<T>
  line(text: string): void
  /** Seconds since the beginning. */
  seconds(): string
  end(): void
}

/**
 * Progress on a terminal, where one line at the bottom counts the seconds, or in a log, where it is said now and then.
 */
export function showProgress(out: NodeJS.WriteStream): Progress {
  const began = Date.now()
  const underWay = new Map<string, number>()
  const since = (start: number) => `${((Date.now() - start) / 1000).toFixed(1)} s`
  const clear = () => {
    if (out.isTTY) out.write('\r\u001b[K')
  }
  const status = () => {
    if (underWay.size === 0) return
    const text = `… ${[...underWay.keys()].join(', ')} (${Math.round((Date.now() - began) / 1000)} s)`
    out.write(out.isTTY ? `\r\u001b[K${text.slice(0, (out.columns ?? 80) - 1)}` : `  ${text}\n`)
  }
  const ticking = setInterval(status, out.isTTY ? 500 : 5_000)
  const line = (text: string) => {
    clear()
    out.write(`${text}\n`)
  }
  return {
    line,
    seconds: () => since(began),
    step: async (label, work, outcome) => {
      const start = Date.now()
      underWay.set(label, start)
      if (out.isTTY) status()
      try {
        const result = await work()
        underWay.delete(label)
        line(`  ✓ ${label.padEnd(20)} ${(outcome?.(result) ?? '').padEnd(44)} ${since(start)}`)
        return result
      } finally {
        underWay.delete(label)
      }
    },
    end: () => {
      clearInterval(ticking)
      clear()
    },
  }
}
