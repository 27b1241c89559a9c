import { textTable } from '../../tools/text-table.ts'
import type { Seen } from './load.ts'

/** A step of a run: how long it took, what it found, and what clients saw meanwhile. */
export type StepResult = { name: string; seconds: number; outcome: string; clients: ClientSummary | undefined }

/** What clients saw during a step. */
export type ClientSummary = { answered: number; repeated: number; longestSeconds: number; failed: number }

/** How much of {@link Seen} there is at an instant. */
export type Mark = { requests: number; failures: number }

/** The end of what clients have seen so far. */
export const markOf = ({ attempts, failures }: Seen): Mark => ({ requests: attempts.length, failures: failures.length })

/** What clients saw since a mark: requests that were answered, how many of them after a repetition, and the longest one. */
export function summaryOf({ attempts, tookMs, failures }: Seen, since: Mark): ClientSummary {
  const during = attempts.slice(since.requests)
  return {
    answered: during.length,
    repeated: during.filter(count => count > 1).length,
    longestSeconds: Math.max(0, ...tookMs.slice(since.requests)) / 1_000,
    failed: failures.length - since.failures,
  }
}

/** The results as a table for a terminal. */
export function tableOf(results: readonly StepResult[]): string {
  const rows = [
    ['step', 'seconds', 'answered', 'repeated', 'longest (s)', 'failed', 'outcome'],
    ...results.map(({ name, seconds, outcome, clients }) => [
      name,
      seconds.toFixed(1),
      ...(clients
        ? [clients.answered, clients.repeated, clients.longestSeconds.toFixed(1), clients.failed].map(String)
        : ['', '', '', '']),
      outcome,
    ]),
  ]
  return textTable(rows, column => column > 0 && column < 6).join('\n')
}
