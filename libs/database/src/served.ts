import { backoffMs } from '@campstore/core/backoff'
import type { Pool } from 'pg'
import { hasOverdueCommit } from './open-transaction.ts'

/** Watches whether a database serves this process. */
export type ServiceWatch = {
  /** Whether it has answered lately, and confirms commits. */
  isServed(): boolean
  stop(): void
}

/** Milliseconds between two questions. */
const intervalMs = 1_000
/** Milliseconds without an answer after which the process is not served. */
const silenceMs = 2_000
/** Milliseconds for answers that have arrived while this process stood still. */
const catchUpMs = 100
/** Milliseconds after a question that failed: a single lost connection is no loss of the database. */
const retryMs = 250
/** The same after one that was not confirmed: it keeps a session of the server. */
const retryCommit = { firstMs: 5_000, longestMs: 30_000 }

const question = 'select'
/** A commit that waits for the disk, and for the standby where there is a synchronous one. */
const committingQuestion = "select pg_logical_emit_message(true, 'campstore.served', '')"

/**
 * Asks a database each second whether it answers. A commit of this process that it does not confirm makes it ask for a
 * commit, too, until one is confirmed: a leader that is cut off from its standbys answers reads.
 *
 * @param pool has a connection for nothing that could be in the way for long
 */
export function watchService(pool: Pick<Pool, 'query'>): ServiceWatch {
  let isServed = true
  let isStopped = false
  let doubtsCommits = false
  let unconfirmed = 0
  let silence: NodeJS.Timeout | undefined
  let next: NodeJS.Timeout | undefined

  const noteAnswer = () => {
    isServed = true
    clearTimeout(silence)
    silence = setTimeout(() => {
      silence = setTimeout(() => {
        isServed = false
      }, catchUpMs).unref()
    }, silenceMs).unref()
  }
  const ask = async () => {
    doubtsCommits ||= hasOverdueCommit()
    let wait = retryMs
    try {
      await pool.query(question)
      if (doubtsCommits) {
        unconfirmed += 1
        wait = backoffMs(unconfirmed, retryCommit)
        await pool.query(committingQuestion)
      }
      doubtsCommits = false
      unconfirmed = 0
      wait = intervalMs
      if (!isStopped) noteAnswer()
    } catch {
      // It is asked again.
    }
    if (!isStopped) next = setTimeout(() => void ask(), wait).unref()
  }
  noteAnswer()
  void ask()
  return {
    isServed: () => isServed,
    stop: () => {
      isStopped = true
      clearTimeout(silence)
      clearTimeout(next)
    },
  }
}
