import type { Pool, PoolClient } from 'pg'
import { isQueryTimeout } from './errors.ts'

/** A transaction that has begun, on its own connection. Exactly one of its functions ends it. */
export type OpenTransaction = {
  client: PoolClient
  /** Throws where it cannot be committed: then it is yet to be rolled back. */
  commit(): Promise<void>
  /** @param error why: after a query timeout the connection is thrown away without a rollback, which would wait as long again */
  rollback(error: unknown): Promise<void>
}

/** A commit that takes longer, in milliseconds, is overdue: it waits for no lock, or seldom. */
const overdueCommitMs = 1_000

/** When each commit began that the database has not confirmed, by the monotonic clock; the earliest first. */
const commits = new Set<{ began: number }>()

/** Whether a commit of this process is overdue: the database may answer, and confirm nothing. */
export function hasOverdueCommit(): boolean {
  const [earliest] = commits
  return earliest !== undefined && performance.now() - earliest.began > overdueCommitMs
}

/** Runs a statement that commits, or that is its own transaction, tracked by {@link hasOverdueCommit}. */
export async function committing<Result>(statement: () => Promise<Result>): Promise<Result> {
  const pending = { began: performance.now() }
  commits.add(pending)
  try {
    return await statement()
  } finally {
    commits.delete(pending)
  }
}

/** Begins a READ COMMITTED transaction. A connection whose rollback fails is thrown away. */
export async function beginTransaction(pool: Pool): Promise<OpenTransaction> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onLoss = (error: Error) => {
    broken = error
  }
  client.on('error', onLoss)
  const giveBack = () => {
    client.off('error', onLoss)
    client.release(broken)
  }
  const opened: OpenTransaction = {
    client,
    commit: async () => {
      await committing(() => client.query('commit'))
      giveBack()
    },
    rollback: async error => {
      if (isQueryTimeout(error)) broken = error
      else await client.query('rollback').catch(onLoss)
      giveBack()
    },
  }
  try {
    await client.query('begin isolation level read committed')
    return opened
  } catch (error) {
    await opened.rollback(error)
    throw error
  }
}
