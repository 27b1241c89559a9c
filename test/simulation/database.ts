import pg from 'pg'
import { createOwner, epoch, type Owner, type Time } from './time.ts'

export type Row = Readonly<Record<string, unknown>>
export type Result = { rows: Row[]; rowCount: number }

/** A statement that may wait: for a lock, or for a moment in which others run. */
export type Execution = Generator<Wait, Result>
type Wait = { lock: string } | 'pause'
export type Handler = (view: View, values: readonly unknown[]) => Result | Execution

/** The data a statement sees: committed rows, and the writes of its own transaction. */
export type View = {
  get(table: string, key: string): Row | undefined
  all(table: string): [key: string, row: Row][]
  put(table: string, key: string, row: Row): void
  remove(table: string, key: string): void
  /** `clock_timestamp()`. */
  now(): string
  /** Locks a row until the transaction ends, and waits for it. Says whether it had to wait. */
  lock(name: string): Generator<{ lock: string }, boolean>
  /** Locks a row unless somebody else has it: `skip locked`. */
  tryLock(name: string): boolean
  /** `on conflict do nothing`: waits for another transaction that inserts the same key. False where there is a row. */
  insertOnce(table: string, key: string, row: Row): Generator<{ lock: string }, boolean>
  /** `pg_try_advisory_lock` of the session. */
  tryAdvisoryLock(name: string): boolean
  unlockAdvisory(): void
  nextId(): number
}

type Transaction = {
  session: Session
  writes: Map<string, Map<string, Row | undefined>>
  locks: Set<string>
  isExplicit: boolean
  hasFailed: boolean
}

/** The limits of a session by their names in PostgreSQL, in milliseconds. */
type Limit = 'lock_timeout' | 'statement_timeout' | 'idle_in_transaction_session_timeout' | 'idle_session_timeout'
type Limits = Partial<Record<Limit, number | false | undefined>>

/** A session of the server. */
export type Session = {
  client: Owner
  limits: Limits
  transaction: Transaction | undefined
  advisory: Set<string>
  isOver: boolean
  /** Its client is gone: it ends with its statement. */
  isLeft: boolean
  isBusy: boolean
  /** The statements begun and ended, so that the limits of idle time can tell whether it was idle all the time. */
  uses: number
  /** The server has ended the session. */
  ended(error: Error): void
}

export type Change = { table: string; key: string; before: Row | undefined; after: Row | undefined }
type Reply = (error: Error | undefined, result: Result) => void
type Lock = { holder: Transaction; waiters: { transaction: Transaction; grant: () => void }[] }

/** How long a function may take between two of its statements. */
const pauseMs = 1

const refuse =
  (code: string): Handler =>
  () => {
    throw databaseError(code)
  }

/** An error as the driver throws it for one that the server has sent. */
export const databaseError = (code: string, message = code): Error =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code, severity: 'ERROR' })
const fatal = (code: string, message: string): Error =>
  Object.assign(databaseError(code, message), { severity: 'FATAL' })

const nothing: Result = { rows: [], rowCount: 0 }

type Options = {
  time: Time
  handlers: Readonly<Record<string, Handler>>
  /** @param by whose transaction it was */
  onCommit: (changes: readonly Change[], by: Owner) => void
  /** Something was noticed, by a name that the report counts. */
  note: (what: string) => void
  /** Transactions wait for each other. */
  onCircle?: () => void
  /** The SQLSTATE with which the next statement is refused at random. */
  refusal?: () => string | undefined
}

type Server = Options & {
  owner: Owner
  tables: Map<string, Map<string, Row>>
  locks: Map<string, Lock>
  sessions: Set<Session>
  clockOffset: number
  ids: number
}

export type SimulatedDatabase = ReturnType<typeof createDatabase>

/**
 * PostgreSQL under READ COMMITTED, as far as the statements of holds need it: each statement, also one within a function, sees
 * the rows that are committed when it begins; rows are locked until the end of a transaction; unique keys wait for each other; advisory
 * locks belong to sessions; limits end what waits or idles too long. test/simulation/database.test.ts compares it with the real
 * one.
 */
export function createDatabase(options: Options) {
  const server: Server = {
    ...options,
    owner: createOwner('database'),
    tables: new Map(),
    locks: new Map(),
    sessions: new Set(),
    clockOffset: 0,
    ids: 0,
  }
  const { owner, time, sessions } = server
  const open = (limits: Limits, given: Pick<Session, 'client' | 'ended'>): Session => {
    const unused = { transaction: undefined, advisory: new Set<string>(), isOver: false, isLeft: false, isBusy: false }
    const session: Session = { ...given, ...unused, limits: { ...limits }, uses: 0 }
    sessions.add(session)
    limitIdleTime(server, session)
    return session
  }
  return {
    owner,
    open,
    /** What is committed. */
    rows: (table: string): ReadonlyMap<string, Row> => tableOf(server, table),
    insert: (table: string, key: string, row: Row) => void tableOf(server, table).set(key, row),
    /** Somebody outside locks a row for a while. */
    lockFor(row: string, milliseconds: number) {
      const outside = beginTransaction(open({}, { client: owner, ended: () => {} }), true)
      if (viewOf(server, outside).tryLock(row))
        time.at(time.now() + milliseconds, owner, () => release(server, outside))
    },
    jump: (milliseconds: number) => {
      server.clockOffset += milliseconds
    },
    /** Runs a statement by its name, or by its text where it has none. */
    run(session: Session, statement: string, values: readonly unknown[], reply: Reply): void {
      if (session.isOver) return
      session.uses += 1
      session.isBusy = true
      run(server, session, { statement, values }, (error, result) => {
        session.isBusy = false
        session.uses += 1
        if (session.isLeft) return endSession(server, session)
        limitIdleTime(server, session)
        reply(error, result)
      })
    },
    /** The client is gone: a statement that runs comes to its end, but no transaction. */
    leave(session: Session) {
      session.isLeft = true
      if (!session.isBusy && !session.isOver) endSession(server, session)
    },
    /** Everything that is not committed is gone. */
    crash() {
      for (const session of [...sessions]) {
        endSession(server, session)
        session.ended(fatal('57P02', 'terminating connection because of crash of another server process'))
      }
    },
  }
}

function tableOf({ tables }: Server, name: string): Map<string, Row> {
  const table = tables.get(name) ?? new Map<string, Row>()
  tables.set(name, table)
  return table
}

const beginTransaction = (session: Session, isExplicit: boolean): Transaction => ({
  session,
  writes: new Map(),
  locks: new Set(),
  isExplicit,
  hasFailed: false,
})

function commit(server: Server, transaction: Transaction): void {
  const changes: Change[] = []
  for (const [table, writes] of transaction.writes)
    for (const [key, after] of writes) {
      const rows = tableOf(server, table)
      changes.push({ table, key, before: rows.get(key), after })
      if (after) rows.set(key, after)
      else rows.delete(key)
    }
  release(server, transaction)
  if (changes.length > 0) server.onCommit(changes, transaction.session.client)
}

function take({ locks }: Server, transaction: Transaction, name: string): void {
  transaction.locks.add(name)
  if (!locks.has(name)) locks.set(name, { holder: transaction, waiters: [] })
}

/** Gives locks of a transaction to those who have waited longest. */
function release(
  { time, owner, locks }: Server,
  transaction: Transaction,
  names: Iterable<string> = transaction.locks,
): void {
  for (const name of names) {
    transaction.locks.delete(name)
    const lock = locks.get(name)
    const next = lock?.waiters.shift()
    if (!lock || !next) {
      locks.delete(name)
      continue
    }
    lock.holder = next.transaction
    next.transaction.locks.add(name)
    time.at(time.now(), owner, next.grant)
  }
}

function viewOf(server: Server, transaction: Transaction): View {
  const { session, writes } = transaction
  const isFree = (name: string) => (server.locks.get(name)?.holder ?? transaction) === transaction
  const write = (table: string, key: string, row: Row | undefined) =>
    void writes.set(table, (writes.get(table) ?? new Map()).set(key, row))
  const view: View = {
    get: (table, key) => (writes.get(table)?.has(key) ? writes.get(table)?.get(key) : tableOf(server, table).get(key)),
    all: table => {
      const keys = new Set([...tableOf(server, table).keys(), ...(writes.get(table)?.keys() ?? [])])
      return [...keys].flatMap(key => {
        const row = view.get(table, key)
        return row ? [[key, row] as [string, Row]] : []
      })
    },
    put: write,
    remove: (table, key) => write(table, key, undefined),
    now: () => new Date(epoch + server.time.now() + server.clockOffset).toISOString(),
    *lock(name) {
      const mustWait = !isFree(name)
      if (mustWait) yield { lock: name }
      take(server, transaction, name)
      return mustWait
    },
    tryLock: name => {
      if (!isFree(name)) return false
      take(server, transaction, name)
      return true
    },
    *insertOnce(table, key, row) {
      if (view.get(table, key)) return false
      const name = `${table}/${key}`
      yield* view.lock(name)
      if (view.get(table, key)) {
        release(server, transaction, [name])
        return false
      }
      view.put(table, key, row)
      return true
    },
    tryAdvisoryLock: name => {
      for (const other of server.sessions) if (other !== session && other.advisory.has(name)) return false
      session.advisory.add(name)
      return true
    },
    unlockAdvisory: () => session.advisory.clear(),
    nextId: () => (server.ids += 1),
  }
  return view
}

type Call = { statement: string; values: readonly unknown[] }

function run(server: Server, session: Session, { statement, values }: Call, finish: Reply): void {
  const { handlers, refusal } = server
  if (runControl(server, session, statement)) return void finish(undefined, nothing)
  const transaction = session.transaction ?? beginTransaction(session, false)
  if (transaction.hasFailed) return void finish(databaseError('25P02', 'current transaction is aborted'), nothing)
  const handler = handlers[statement.split(':')[0] ?? ''] ?? handlers[statement.trim().split(/\s/)[0] ?? '']
  const refused = refusal?.()
  if (!handler) throw new Error(`The simulated database does not know the statement ${statement}`)
  execute(server, transaction, refused === undefined ? handler : refuse(refused), values, (error, result) => {
    if (error) {
      transaction.hasFailed = true
      release(server, transaction)
    } else if (!transaction.isExplicit) commit(server, transaction)
    finish(error, result)
  })
}

/** Begins or ends a transaction, or sets a limit; false for any other statement. */
function runControl(server: Server, session: Session, text: string): boolean {
  const { transaction } = session
  if (text.startsWith('begin')) session.transaction = beginTransaction(session, true)
  else if (text === 'commit' || text === 'rollback') {
    session.transaction = undefined
    if (transaction && text === 'commit' && !transaction.hasFailed) commit(server, transaction)
    else if (transaction) release(server, transaction)
  } else if (text.startsWith('set ')) {
    const [name = '', limit] = text.slice(4).split('=')
    Object.assign(session.limits, { [name]: Number(limit) })
  } else return false
  return true
}

/** Runs a statement to its end, through its waits. */
function execute(
  server: Server,
  transaction: Transaction,
  handler: Handler,
  values: readonly unknown[],
  reply: Reply,
): void {
  const { time, owner } = server
  const { session } = transaction
  const latest = time.now() + (session.limits.statement_timeout || Number.POSITIVE_INFINITY)
  const attempt = (work: () => Result | Wait): void => {
    if (session.isOver) return
    let result: Result | Wait
    try {
      result = work()
    } catch (error) {
      reply(error as Error, nothing)
      return
    }
    if (typeof result === 'object' && 'rows' in result) reply(undefined, result)
    else if (result === 'pause') time.at(time.now() + pauseMs, owner, proceed)
    else waitForLock(server, transaction, { name: result.lock, latest, proceed, fail })
  }
  let proceed = () => {}
  let fail = (_: Error) => {}
  attempt(() => {
    const execution = handler(viewOf(server, transaction), values)
    if ('rows' in execution) return execution
    proceed = () => attempt(() => execution.next().value)
    fail = error => attempt(() => execution.throw(error).value)
    return execution.next().value
  })
}

type LockWait = { name: string; latest: number; proceed: () => void; fail: (error: Error) => void }

/** Waits for a lock, as long as the limits of locks and of statements allow. */
function waitForLock(
  { time, owner, locks, note, onCircle }: Server,
  transaction: Transaction,
  { name, latest, proceed, fail }: LockWait,
): void {
  const lock = locks.get(name)
  if (!lock) return void proceed()
  const limit = time.now() + (transaction.session.limits.lock_timeout || Number.POSITIVE_INFINITY)
  const code = limit <= latest ? '55P03' : '57014'
  const waiter = {
    transaction,
    grant: () => {
      if (timeout) timeout.isCancelled = true
      proceed()
    },
  }
  const giveUp = () => {
    const place = lock.waiters.indexOf(waiter)
    if (place === -1) return
    lock.waiters.splice(place, 1)
    note('a wait for a lock was too long')
    fail(databaseError(code, 'canceling statement due to a timeout'))
  }
  const end = Math.min(limit, latest)
  const timeout = Number.isFinite(end) ? time.at(end, owner, giveUp) : undefined
  lock.waiters.push(waiter)
  if (isInCircle(locks, transaction)) onCircle?.()
}

/** Whether a waiting transaction waits for others that wait for it. */
function isInCircle(locks: Server['locks'], transaction: Transaction): boolean {
  const passed = new Set<Transaction>()
  for (let each = transaction; !passed.has(each); ) {
    passed.add(each)
    const awaited = [...locks.values()].find(({ waiters }) => waiters.some(waiter => waiter.transaction === each))
    if (!awaited) return false
    each = awaited.holder
    if (each === transaction) return true
  }
  return false
}

function endSession(server: Server, session: Session): void {
  const { locks, sessions } = server
  session.isOver = true
  sessions.delete(session)
  session.advisory.clear()
  for (const lock of locks.values())
    lock.waiters = lock.waiters.filter(({ transaction }) => transaction.session !== session)
  // A statement outside a transaction also holds locks, if the server crashes in the middle of it.
  for (const { holder } of locks.values()) if (holder.session === session) release(server, holder)
  session.transaction = undefined
}

function limitIdleTime(server: Server, session: Session): void {
  const { time, owner, note } = server
  const limit = session.limits[session.transaction ? 'idle_in_transaction_session_timeout' : 'idle_session_timeout']
  if (!limit) return
  const { uses } = session
  const [code, message] = session.transaction
    ? ['25P03', 'terminating connection due to idle-in-transaction timeout']
    : ['57P05', 'terminating connection due to idle-session timeout']
  time.at(time.now() + limit, owner, () => {
    if (session.isOver || session.uses !== uses) return
    note(`the server ended a session: ${code}`)
    endSession(server, session)
    session.ended(fatal(code, message))
  })
}
