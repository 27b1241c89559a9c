/**
 * Shows the progress of the start: the current step with its duration, and a line for each completed step. On a terminal, the bottom
 * line counts the seconds; in a log, a line appears every five seconds.
 */
export function showProgress(out: NodeJS.WriteStream) {
  const began = Date.now()
  const inProgress = new Map<string, number>()
  const since = (start: number) => `${((Date.now() - start) / 1000).toFixed(1)} s`
  const clear = () => {
    if (out.isTTY) out.write('\r\u001b[K')
  }
  const status = () => {
    if (inProgress.size === 0) return
    const text = `… ${[...inProgress.keys()].join(', ')} (${Math.round((Date.now() - began) / 1000)} s)`
    out.write(out.isTTY ? `\r\u001b[K${text.slice(0, (out.columns ?? 80) - 1)}` : `  ${text}\n`)
  }
  const ticking = setInterval(status, out.isTTY ? 500 : 5_000)
  const line = (text: string) => {
    clear()
    out.write(`${text}\n`)
  }
  return {
    line,
    /** Seconds since the start. */
    seconds: () => since(began),
    /** Shows `label` as in progress until `work` ends, then a line with the `outcome` of its result, or the result if it is a text. */
    async step<T>(label: string, work: () => Promise<T>, outcome?: (result: T) => string): Promise<T> {
      const start = Date.now()
      inProgress.set(label, start)
      if (out.isTTY) status()
      try {
        const result = await work()
        inProgress.delete(label)
        line(
          `  ✓ ${label.padEnd(20)} ${(outcome?.(result) ?? (typeof result === 'string' ? result : '')).padEnd(44)} ${since(start)}`,
        )
        return result
      } finally {
        inProgress.delete(label)
      }
    },
    end: () => {
      clearInterval(ticking)
      clear()
    },
  }
}
