import type { Logger } from '@campstore/core/telemetry/log'
import { gauge } from '@campstore/core/telemetry/metrics'
import type { Queryable } from './database.ts'

/**
 * The one clock of the system: PostgreSQL's. It decides when a hold is over and which deadline it has; the clock of a process
 * decides neither (docs/architecture/clocks.md).
 */
export type DatabaseClock = {
  /** PostgreSQL's clock between statements, as the last sample lets it be known; the process's own before the first one. */
  now(): Date
  /** Milliseconds of a clock that cannot be set; only differences mean something. */
  monotonic(): number
  /** The instant that a statement has read from `clock_timestamp()`. Deadlines of holds are computed from it. */
  instantOf(instant: string): Date
  /**
   * The instant at which a hold is judged, from the instant that the locking statement has read: the same, unless PostgreSQL's
   * clock has jumped forward, or is ahead of the process's own when the process starts. Then the slower clock judges, and never a
   * later instant than it shows, until every hold whose deadline it computed is over.
   */
  judgingInstant(instant: string): Date
  /**
   * Since when the database has answered every sample, the first of them within a second, in {@link monotonic} milliseconds;
   * undefined while it does not.
   */
  reachableSince(): number | undefined
}

const clockOffset = gauge(
  'campstore_clock_offset_seconds',
  'How far the clock of the process is ahead of the clock of a server; negative when it is behind.',
  ['server'],
)

type ClockLog = Pick<Logger, 'warn' | 'info'>

/**
 * From this difference on the clock of a process is reported, and where it is behind at the start judges holds; below half of it, it
 * is right again.
 */
const toleratedOffsetMs = 1_000

/**
 * A sample is exact whose round trip is shorter. A jump that is smaller than every round trip before it is not seen, but by the
 * process's own clock at its start.
 */
const exactMs = 1_000
/** How many samples a process takes at most before it works without an exact one. */
const mostFirstSamples = 10

/**
 * Where PostgreSQL's clock was between two readings of the monotonic clock. Its offset to that clock is at least
 * `instant - after` and at most `instant - before`.
 */
type Sample = { instant: number; before: number; after: number; wall: number }

/**
 * Samples PostgreSQL's clock, and knows it between the samples. `begin` takes the first samples: until one is exact, or the
 * database does not answer. `sample` returns whether it does.
 *
 * @param options.windowSeconds how long a forward jump of PostgreSQL's clock is not believed by {@link DatabaseClock.judgingInstant}
 */
export function startDatabaseClock(options: {
  pool: Queryable
  log: ClockLog
  windowSeconds: number
  intervalMs?: number
  wallClock?: () => number
  monotonic?: () => number
}): DatabaseClock & { begin(): Promise<void>; sample(): Promise<boolean>; stop(): void } {
  const { pool, log, windowSeconds, intervalMs = 2_000 } = options
  const { wallClock = Date.now, monotonic = () => performance.now() } = options
  const slowest = createSlowest(windowSeconds * 1000)
  const report = createOffsetReport(log, windowSeconds)
  let last: Sample | undefined
  let reachableSince: number | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const note = (sample: Sample) => {
    const { instant, before, after, wall } = sample
    if (last) reportJump(last, sample, log)
    // Before its first sample a process knows no clock that PostgreSQL may have had, so its own counts as one, which can only delay the end of a hold.
    else slowest.add(before, { least: wall - after, most: wall - after + toleratedOffsetMs })
    // The text has whole milliseconds at least; a part of one more keeps the bound a bound.
    slowest.add(before, { least: instant - after, most: instant + 1 - before })
    report.note(sample)
    if (after - before < exactMs) reachableSince ??= after
    last = sample
  }
  const sample = async () => {
    try {
      const before = monotonic()
      const { rows } = await pool.query<{ now: string }>(readClock)
      const after = monotonic()
      if (rows[0]) note({ instant: Date.parse(rows[0].now), before, after, wall: wallClock() })
      return true
    } catch {
      // The health check reports that the database is down.
      reachableSince = undefined
      return false
    }
  }
  const repeat = () => {
    if (stopped) return
    timer = setTimeout(() => void sample().then(repeat), intervalMs)
    timer.unref()
  }
  repeat()
  return {
    now: () => new Date(last ? monotonic() + last.instant - (last.before + last.after) / 2 : wallClock()),
    monotonic,
    instantOf: instant => new Date(instant),
    judgingInstant(instant) {
      const offset = Date.parse(instant) - monotonic()
      const bounds = slowest.current()
      return bounds && offset > bounds.most ? new Date(monotonic() + bounds.least) : new Date(instant)
    },
    reachableSince: () => reachableSince,
    async begin() {
      for (let count = 1; await sample(); count += 1)
        if (reachableSince !== undefined || count === mostFirstSamples) return
    },
    sample,
    stop: () => {
      stopped = true
      clearTimeout(timer)
      report.end()
    },
  }
}

const readClock = { name: 'database-clock', text: 'select clock_timestamp() as now' }

/** A database clock that is another clock, for tests: no statement, no jump, no outage. */
export const databaseClockOf = (now: () => Date): DatabaseClock => ({
  now,
  monotonic: () => now().getTime(),
  instantOf: now,
  judgingInstant: now,
  reachableSince: () => Number.NEGATIVE_INFINITY,
})

/** Bounds of the offset of PostgreSQL's clock to the monotonic one. */
type Bounds = { least: number; most: number }

/** The bounds of the slowest clock among the samples in a window of time before the latest. */
function createSlowest(windowMs: number) {
  const candidates: { at: number; value: Bounds }[] = []
  return {
    add(at: number, value: Bounds) {
      while ((candidates.at(-1)?.value.most ?? Number.NEGATIVE_INFINITY) >= value.most) candidates.pop()
      candidates.push({ at, value })
      while ((candidates[0]?.at ?? at) < at - windowMs) candidates.shift()
    },
    current: () => candidates[0]?.value,
  }
}

const differs =
  "The clock of this machine differs from PostgreSQL's, by which holds end. Set right the one that is wrong"
const judgesLate =
  "PostgreSQL's clock is ahead of the clock of this machine. After its start this process ends holds late rather than early. Set right the one that is wrong"

/** Reports by metric how far the clock of the process is off, and logs once when that is too far. */
function createOffsetReport(log: ClockLog, windowSeconds: number) {
  let began: number | undefined
  let isOff = false
  let offset: number | undefined
  const end = clockOffset.readFrom(() =>
    offset === undefined ? [] : [{ labels: { server: 'postgresql' }, value: offset / 1000 }],
  )
  const note = ({ instant, before, after, wall }: Sample) => {
    began ??= before
    offset = wall - (instant + (after - before) / 2)
    const certain = Math.abs(offset) - (after - before) / 2
    if (!isOff && certain > toleratedOffsetMs) {
      isOff = true
      const delays = offset < 0 && before - began < windowSeconds * 1000
      log.warn(
        { offsetSeconds: Math.round(offset) / 1000, ...(delays && { windowSeconds }) },
        delays ? judgesLate : differs,
      )
    } else if (isOff && Math.abs(offset) < toleratedOffsetMs / 2) {
      isOff = false
      log.info("The clock of this machine agrees with PostgreSQL's again")
    }
  }
  return { note, end }
}

/** A jump: the offsets of two samples cannot both be true of a clock that runs evenly. */
function reportJump(earlier: Sample, later: Sample, log: ClockLog): void {
  const forward = later.instant - later.after - (earlier.instant - earlier.before)
  const backward = earlier.instant - earlier.after - (later.instant - later.before)
  const jumpMs = forward > toleratedOffsetMs ? forward : backward > toleratedOffsetMs ? -backward : undefined
  if (jumpMs === undefined) return
  const jumpSeconds = Math.round(jumpMs) / 1000
  log.warn({ jumpSeconds }, "PostgreSQL's clock has jumped. This process ends no hold early; open holds may end late")
}
