import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'

/**
 * Who runs code: a process of the system, a server, or the world outside. Nothing of a dead owner ever runs again, and nothing of
 * a frozen one before it thaws.
 */
export type Owner = { name: string; isDead: boolean; frozenUntil: number; wallOffset: number }

export const createOwner = (name: string): Owner => ({ name, isDead: false, frozenUntil: 0, wallOffset: 0 })

/** Something that happens at an instant, in milliseconds. `readyAt` says until when something else holds it up. */
type Event = {
  at: number
  place: number
  owner: Owner
  run: () => void
  readyAt: (() => number) | undefined
  isCancelled: boolean
}

/** Virtual time: what happens next is the earliest event. Time passes only between events. */
export type Time = ReturnType<typeof createTime>

const owners = new AsyncLocalStorage<Owner>()
const noOwner = createOwner('none')
let current: { time: Time; newUuid: () => string } | undefined

/** The process whose code is running. */
export const ownerOf = (): Owner => owners.getStore() ?? noOwner

/** The context of each owner: to make one for each event takes one twentieth of the time. */
const contexts = new WeakMap<Owner, <T>(work: () => T) => T>()

/** Runs code of an owner; its continuations count as its code. */
export function runAs<T>(owner: Owner, work: () => T): T {
  const enter: <T>(work: () => T) => T = contexts.get(owner) ?? owners.run(owner, () => AsyncLocalStorage.snapshot())
  contexts.set(owner, enter)
  return enter(work)
}

/**
 * A set that each process has for itself, where a module of the real system has one for its process.
 *
 * @public imported by what `bugs.ts` puts in
 */
export function setOfEachOwner<T>(): Pick<Set<T>, 'add' | 'delete'> & Iterable<T> {
  const sets = new WeakMap<Owner, Set<T>>()
  const own = () => {
    const set = sets.get(ownerOf()) ?? new Set()
    sets.set(ownerOf(), set)
    return set
  }
  return {
    add(value) {
      own().add(value)
      return own()
    },
    delete: value => own().delete(value),
    [Symbol.iterator]: () => own()[Symbol.iterator](),
  }
}

const realSetImmediate = setImmediate
/** Settles every promise that can be settled now. Node does the same after each of its events, which take longer. */
const settleAll = (process as unknown as { _tickCallback(): void })._tickCallback

/** More events than any history has: something goes round in a circle. */
const mostEvents = 500_000

export function createTime() {
  let now = 0
  let places = 0
  /** The latest first. */
  const events: Event[] = []
  const isBefore = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.place < b.place)
  const insert = (event: Event) => {
    let from = 0
    let to = events.length
    while (from < to) {
      const middle = (from + to) >> 1
      if (isBefore(event, events[middle] as Event)) from = middle + 1
      else to = middle
    }
    events.splice(from, 0, event)
  }
  return {
    now: () => now,
    at(instant: number, owner: Owner, run: () => void, readyAt?: () => number): Event {
      places += 1
      const event = { at: Math.max(now, instant), place: places, owner, run, readyAt, isCancelled: false }
      insert(event)
      return event
    },
    /** Runs events until a condition holds or none is left, and none after an instant. */
    runUntil: (isOver: () => boolean, end: number) =>
      new Promise<void>((resolve, reject) => {
        realSetImmediate(() => {
          try {
            run(isOver, end)
            resolve()
          } catch (error) {
            reject(error)
          }
        })
      }),
  }
  function run(isOver: () => boolean, end: number): void {
    for (let turn = 0; !isOver(); turn += 1) {
      if (turn > mostEvents) throw new Error('A history does not come to its end')
      const event = events.at(-1)
      if (event === undefined || event.at > end) return
      events.pop()
      if (event.isCancelled || event.owner.isDead) continue
      now = event.at
      const ready = Math.max(event.owner.frozenUntil, event.readyAt?.() ?? 0)
      if (ready > now) {
        event.at = ready
        insert(event)
        continue
      }
      runAs(event.owner, event.run)
      settleAll()
    }
  }
}

/** Runs a history in its own time, with its own ids. */
export async function inTime<T>(time: Time, work: () => Promise<T>): Promise<T> {
  let uuids = 0
  current = { time, newUuid: () => `uuid-${++uuids}` }
  try {
    return await work()
  } finally {
    current = undefined
  }
}

const theTime = (): Time => {
  if (!current) throw new Error('There is no time outside of a history')
  return current.time
}

/** Where the wall clocks begin. */
export const epoch = Date.parse('2026-11-20T08:00:00Z')

type Timer = { event: Event; unref(): Timer; ref(): Timer }

function startTimer(run: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]): Timer {
  const time = theTime()
  const event = time.at(time.now() + milliseconds, ownerOf(), () => run(...values))
  const timer: Timer = { event, unref: () => timer, ref: () => timer }
  return timer
}
const endTimer = (timer: Timer | undefined) => {
  if (timer) timer.event.isCancelled = true
}

function startInterval(run: () => void, milliseconds: number): Timer {
  const timer = startTimer(() => {
    run()
    if (!timer.event.isCancelled) timer.event = startInterval(run, milliseconds).event
  }, milliseconds)
  return timer
}

function wait<T>(milliseconds?: number, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const timer = startTimer(() => {
      signal?.removeEventListener('abort', abort)
      resolve(value as T)
    }, milliseconds)
    const abort = () => {
      endTimer(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/**
 * Replaces the clocks and timers of this Node process by the virtual time, and random ids by numbers: for a process that runs
 * nothing but histories.
 */
export function installVirtualTime(crypto: { randomUUID: unknown }): void {
  Object.assign(globalThis, {
    setTimeout: startTimer,
    clearTimeout: endTimer,
    setInterval: startInterval,
    clearInterval: endTimer,
    setImmediate: (run: () => void) => startTimer(run),
  })
  Object.assign(performance, { now: () => theTime().now() })
  Object.assign(Date, { now: () => epoch + theTime().now() + ownerOf().wallOffset })
  Object.assign(timersPromises, { setTimeout: wait })
  crypto.randomUUID = () => current?.newUuid()
  syncBuiltinESMExports()
}
