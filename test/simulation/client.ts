import { EventEmitter } from 'node:events'
import type { Statement } from '@campstore/database/database'
import pg from 'pg'
import type { Session, SimulatedDatabase } from './database.ts'
import { createWire, type Delays, type Link, type Wire } from './network.ts'
import { type Owner, ownerOf, type Time } from './time.ts'

/** What clients of the database need of the world. */
export type DatabaseNetwork = {
  time: Time
  delays: Delays
  server: SimulatedDatabase
  linkOf(owner: Owner): Link
  /** Until when the server refuses connections. */
  down: { until: number }
  clients: Set<SimulatedClient>
  /** Something that was noticed, by a name that the report counts. */
  note(what: string): void
}

type Options = pg.ClientConfig & {
  query_timeout?: number
  options?: string
  idle_in_transaction_session_timeout?: number
}
type Callback = (error?: Error) => void
type Pending = {
  statement: string
  values: readonly unknown[]
  isDone: boolean
  settle(error: Error | undefined, result: unknown): void
}

let network: DatabaseNetwork | undefined
const counts = new WeakMap<Owner, number>()

/** The number of a setting in the options of a connection, in milliseconds: `-c lock_timeout=4000`, `idle_session_timeout=20s`. */
const settingIn = (options: string, name: string): number => {
  const [, value = '0', unit] = new RegExp(`${name}=(\\d+)(s?)`).exec(options) ?? []
  return Number(value) * (unit === 's' ? 1000 : 1)
}

/** The driver's client, as far as pools use it, on a simulated connection. */
export class SimulatedClient extends EventEmitter {
  _queryable = true
  _ending = false
  readonly owner = ownerOf()
  readonly connection = { stream: { destroy: () => this.#fail(new Error('Connection terminated')) } }
  readonly #options: Options
  readonly #network: DatabaseNetwork
  readonly #wire: Wire
  readonly #queue: Pending[] = []
  #session: Session | undefined
  #connecting: Callback | undefined
  #isOver = false

  constructor(options: Options) {
    super()
    if (!network) throw new Error('There is no database outside of a history')
    this.#network = network
    this.#options = options
    const { owner } = this
    const count = (counts.get(owner) ?? 0) + 1
    counts.set(owner, count)
    const { time, delays, server } = network
    const name = `${owner.name} ${options.application_name} ${count}`
    this.#wire = createWire(time, delays, { name, link: network.linkOf(owner), client: owner, server: server.owner })
    network.clients.add(this)
  }

  /** As pools connect, which wait no longer than they may. */
  connect(callback: Callback) {
    this.#connecting = callback
    const { down, server, time } = this.#network
    if (down.until > time.now())
      return void setTimeout(() => this.#fail(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })), 1)
    const { options = '', statement_timeout, idle_in_transaction_session_timeout } = this.#options
    const limits = {
      lock_timeout: settingIn(options, 'lock_timeout'),
      idle_session_timeout: settingIn(options, 'idle_session_timeout'),
      statement_timeout,
      idle_in_transaction_session_timeout,
    }
    this.#wire.send('toServer', () => {
      this.#session = server.open(limits, {
        client: this.owner,
        ended: error => this.#wire.send('toClient', () => this.#fail(error)),
      })
      this.#wire.send('toClient', () => {
        this.#connecting = undefined
        if (!this.#isOver) callback()
      })
    })
  }

  query(statement: string | Statement, values: readonly unknown[] = []): Promise<unknown> {
    const {
      name,
      text,
      values: own,
    } = typeof statement === 'string' ? { text: statement } : { name: undefined, ...statement }
    return new Promise((resolve, reject) => {
      const timeout = this.#options.query_timeout
      const timer =
        timeout === undefined ? undefined : setTimeout(() => reject(new Error('Query read timeout')), timeout)
      const settle = (error: Error | undefined, result: unknown) => {
        clearTimeout(timer)
        if (error) reject(error)
        else resolve(result)
      }
      if (this.#isOver) return settle(new Error('Connection terminated'), undefined)
      this.#queue.push({ statement: name ?? text.trim(), values: own ?? values, isDone: false, settle })
      if (this.#queue.length === 1) this.#sendNext()
    })
  }

  #sendNext() {
    const [pending] = this.#queue
    if (!pending) return
    this.#wire.send('toServer', () => {
      const { server } = this.#network
      if (this.#session)
        server.run(this.#session, pending.statement, pending.values, (error, result) => {
          pending.isDone = true
          this.#wire.send('toClient', () => {
            this.#queue.shift()
            pending.settle(error, result)
            this.#sendNext()
          })
        })
    })
  }

  #fail(error: Error) {
    if (this.#isOver) return
    this.#close()
    const [first] = this.#queue
    if (first?.statement === 'commit')
      this.#network.note(first.isDone ? 'the answer to a commit is lost' : 'a commit is lost')
    const connecting = this.#connecting
    this.#connecting = undefined
    for (const { settle } of this.#queue.splice(0)) settle(error, undefined)
    if (connecting) connecting(error)
    else if (!this._ending) this.emit('error', error)
    this.emit('end')
  }

  #close() {
    this.#isOver = true
    this._queryable = false
    this.#network.clients.delete(this)
    this.#wire.send('toServer', () => void (this.#session && this.#network.server.leave(this.#session)))
  }

  end(callback?: () => void): Promise<void> {
    this._ending = true
    if (this.#queue.length > 0 || this.#connecting) this.#fail(new Error('Connection terminated'))
    else if (!this.#isOver) {
      this.#close()
      this.emit('end')
    }
    if (callback) process.nextTick(callback)
    return Promise.resolve()
  }

  /** A fault ends the connection: nothing that is under way arrives, and each side notices in its own time. */
  lose({ processAfter, serverAfter }: { processAfter: number; serverAfter: number }) {
    const { time, server } = this.#network
    this.#wire.cut()
    time.at(time.now() + serverAfter, server.owner, () => void (this.#session && server.leave(this.#session)))
    time.at(time.now() + processAfter, this.owner, () => this.#fail(new Error('Connection terminated unexpectedly')))
  }
}

/** Puts the simulated client in the driver's place: for a process that runs nothing but histories. */
export function installSimulatedClient(): void {
  const RealPool = pg.Pool
  class SimulatedPool extends RealPool {
    constructor(options: pg.PoolConfig) {
      super({ ...options, Client: SimulatedClient as unknown as typeof pg.Client })
    }
  }
  Object.assign(pg, { Client: SimulatedClient, Pool: SimulatedPool })
}

/** The database of the next history. */
export const useDatabase = (used: DatabaseNetwork): void => {
  network = used
}
