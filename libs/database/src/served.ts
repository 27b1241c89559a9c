import { backoffMs } from '@campstore/core/backoff'
import { type OutageReason, outageReason } from '@campstore/core/outage-reason'
import type { Pool } from 'pg'
import { hasOverdueCommit } from './open-transaction.ts'

export type Purpose = 'requests' | 'background'

export type ServiceWatch = {
  /** Why it does not serve this process; undefined while it answers in time, and confirms commits. */
  outage(purpose: Purpose): OutageReason | undefined
  stop(): void
}

const intervalMs = 1_000
/**
 * Milliseconds after a question without an answer from which on the process is not served. Another process can take a request at
 * once. Consumers that leave return their messages, so they wait longer, but less than until a message is set aside (`given-up.ts`
 * in libs/messaging).
 */
const silenceMs: Record<Purpose, number> = { requests: 1_000, background: 3_000 }
/** A database that has lately been slow is silent only after this many times as long, and as its silence usually lasts at most. */
const slowness = 4
/** The factor by which each answer reduces the slowest one before it. */
const forgetting = 0.95
const purposes = ['requests', 'background'] as const
/** Milliseconds for answers that have arrived while this process stood still. */
const catchUpMs = 100
/** Milliseconds after a question that failed: a single lost connection does not mean a lost database. */
const retryMs = 250
/** The same after one that was not confirmed: it may keep a session of the server. */
const retryCommit = { firstMs: 1_000, longestMs: 30_000 }

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
  const unserved = new Set<Purpose>()
  const doubts: Partial<Record<Purpose, NodeJS.Timeout>> = {}
  let isStopped = false
  let doubtsCommits = false
  let unconfirmed = 0
  let next: NodeJS.Timeout | undefined
  let slowestMs = 0
  let reason: OutageReason = 'no answer'
  const patienceMs = (purpose: Purpose) =>
    Math.max(silenceMs[purpose], slowness * Math.min(slowestMs, silenceMs[purpose]))

  /** The first question without an answer counts. */
  const noteQuestion = (purpose: Purpose) => {
    doubts[purpose] ??= setTimeout(() => {
      doubts[purpose] = setTimeout(() => void unserved.add(purpose), catchUpMs).unref()
    }, patienceMs(purpose)).unref()
  }
  const noteAnswer = (purpose: Purpose) => {
    clearTimeout(doubts[purpose])
    delete doubts[purpose]
    unserved.delete(purpose)
  }
  const ask = async () => {
    doubtsCommits ||= hasOverdueCommit()
    let wait = retryMs
    purposes.forEach(noteQuestion)
    try {
      const began = performance.now()
      await pool.query(question)
      if (unserved.size === 0) slowestMs = Math.max(performance.now() - began, slowestMs * forgetting)
      if (doubtsCommits) {
        unconfirmed += 1
        wait = backoffMs(unconfirmed, retryCommit)
        await pool.query(committingQuestion)
      }
      doubtsCommits = false
      unconfirmed = 0
      wait = intervalMs
      purposes.forEach(noteAnswer)
      reason = 'no answer'
    } catch (error) {
      reason = outageReason(error)
    }
    if (!isStopped) next = setTimeout(() => void ask(), wait).unref()
  }
  void ask()
  return {
    outage: purpose => (unserved.has(purpose) ? reason : undefined),
    stop: () => {
      isStopped = true
      purposes.forEach(noteAnswer)
      clearTimeout(next)
    },
  }
}
