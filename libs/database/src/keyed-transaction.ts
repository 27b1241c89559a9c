import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'
import { beginTransaction, type OpenTransaction } from './open-transaction.ts'

/**
 * The transaction of a request that has an idempotency key (docs/architecture/requests.md#idempotency-keys). It begins with the
 * first transaction that the request needs on the pool, and by taking the key. Whatever the request commits is part of it; it
 * ends when the response is known, so that key, effect and response are committed together.
 */
export class KeyedTransaction {
  readonly pool: Pool
  readonly #takeKey: (tx: PoolClient) => Promise<void>
  #opening: Promise<OpenTransaction> | undefined
  #effects: (() => unknown)[] = []
  #isEnded = false

  /** @param takeKey throws where another request has the key */
  constructor(pool: Pool, takeKey: (tx: PoolClient) => Promise<void>) {
    this.pool = pool
    this.#takeKey = takeKey
  }

  /** Whether transactions on this pool take part: not in work that continues after the response. */
  takesPart(pool: Pool): boolean {
    return pool === this.pool && !this.#isEnded
  }

  /** Its connection; the first call begins it. */
  async client(): Promise<PoolClient> {
    this.#opening ??= this.#begin()
    return (await this.#opening).client
  }

  async #begin(): Promise<OpenTransaction> {
    const opened = await beginTransaction(this.pool)
    try {
      await this.#takeKey(opened.client)
      return opened
    } catch (error) {
      await opened.rollback(error)
      throw error
    }
  }

  /** Runs a transaction of the request in it. Where that throws, everything is undone and the key is free. */
  async run<Result>(work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
    try {
      return await work(await this.client())
    } catch (error) {
      await this.rollback(error)
      throw error
    }
  }

  /** Undoes what there is. The request may begin again. */
  async rollback(error: unknown): Promise<void> {
    const opening = this.#opening
    this.#opening = undefined
    this.#effects = []
    const opened = await opening?.catch(() => undefined)
    await opened?.rollback(error)
  }

  /** Runs the last statement, commits, and then runs what waits for the commit. */
  async commit(lastly: (tx: PoolClient) => Promise<void>): Promise<void> {
    await lastly(await this.client())
    await (await this.#opening)?.commit()
    this.#opening = undefined
    this.#isEnded = true
    for (const effect of this.#effects) await effect()
  }

  async end(error: unknown): Promise<void> {
    this.#isEnded = true
    await this.rollback(error)
  }

  /** Runs an effect after the commit, or now where nothing is to be committed. */
  async afterCommit(effect: () => unknown): Promise<void> {
    if (this.#opening) this.#effects.push(effect)
    else await effect()
  }
}

const current = new AsyncLocalStorage<KeyedTransaction | undefined>()

/** Runs the work of a request whose transactions are part of this one. */
export const runKeyed = <Result>(keyed: KeyedTransaction, work: () => Promise<Result>): Promise<Result> =>
  current.run(keyed, work)

/** Runs work that is not only for the request in which it happens to begin, such as loading a module. */
export const runUnkeyed = <Result>(work: () => Promise<Result>): Promise<Result> => current.run(undefined, work)

/** The transaction that a transaction on this pool is part of; undefined without an idempotency key. */
export function keyedTransactionOn(pool: Pool): KeyedTransaction | undefined {
  const keyed = current.getStore()
  return keyed?.takesPart(pool) ? keyed : undefined
}

/** Runs an effect of a request after the commit of its transactions: now, unless these wait for the response. */
export async function afterCommit(effect: () => unknown): Promise<void> {
  const keyed = current.getStore()
  await (keyed ? keyed.afterCommit(effect) : effect())
}
