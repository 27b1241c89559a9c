import { write } from 'node:fs'
import { counter } from './metrics.ts'

const dropped = counter('campstore_log_lines_dropped_total', 'Lines of the log that could not be written.', [])

/** How long lines wait for others to be written with, in milliseconds, unless there are this many characters of them. */
const batchMs = 200
const batchLength = 16_384
/** Largest write in characters: a container's engine takes this much at once. */
const maxWrite = 16_384
/** Most characters that wait for a reader which is slow or stands still. */
const maxWaiting = 1_048_576
/** Time between two attempts at a pipe that is full and does not block, in milliseconds. */
const retryMs = 100

/**
 * Writes lines in their order, in the background. It never throws and never makes its caller wait. Lines that cannot be written,
 * because the disk is full or the reader has gone, and lines that are too many for a reader that stands still, are dropped
 * and counted. The next lines that are written come after one that says how many are missing. A line that was written in part
 * is ended first, and counts as dropped.
 *
 * @param missingLine the line that says how many are missing
 */
export function createLogOutput(fd: number, missingLine: (count: number) => string) {
  const waiting: string[] = []
  let length = 0
  let missing = 0
  let torn = false
  let writing = false
  let timer: NodeJS.Timeout | undefined
  const flushed: (() => void)[] = []

  const drop = (count: number) => {
    missing += count
    for (let line = 0; line < count; line += 1) dropped.add({})
  }

  const take = (most: number): string[] => {
    let taken = 0
    let size = 0
    while (taken < waiting.length && (taken === 0 || size + (waiting[taken]?.length ?? 0) <= most)) {
      size += waiting[taken]?.length ?? 0
      taken += 1
    }
    length -= size
    return waiting.splice(0, taken)
  }

  const writeWaiting = async () => {
    writing = true
    clearTimeout(timer)
    timer = undefined
    while (waiting.length > 0) {
      const announced = missing
      if (announced > 0) {
        if ((await writeLines([missingLine(announced)])) === 1) missing -= announced
        else drop(take(maxWaiting).length) // What does not take this line takes no other one.
      }
      const lines = take(maxWrite)
      if (lines.length > 0) drop(lines.length - (await writeLines(lines)))
    }
    writing = false
    for (const done of flushed.splice(0)) done()
  }

  /** How many of the lines are written as a whole. */
  const writeLines = async (lines: readonly string[]): Promise<number> => {
    const bytes = Buffer.from((torn ? '\n' : '') + lines.join(''))
    const written = await writeBytes(fd, bytes)
    const isWhole = written === bytes.length
    const complete = isWhole
      ? lines.length
      : bytes.subarray(torn ? 1 : 0, written).filter(byte => byte === lineFeed).length
    if (written > 0) torn = bytes[written - 1] !== lineFeed
    return complete
  }

  return {
    write(line: string) {
      if (length + line.length > maxWaiting) return drop(1)
      waiting.push(line)
      length += line.length
      if (writing) return
      if (length >= batchLength) void writeWaiting()
      else timer ??= setTimeout(writeWaiting, batchMs)
    },
    /** Calls back when every line is written or dropped: never, while a reader stands still. */
    flush(done: () => void) {
      flushed.push(done)
      if (!writing) void writeWaiting()
    },
  }
}

const lineFeed = 0x0a

/** Writes bytes until all are written or an error comes; returns how many were. */
const writeBytes = (fd: number, bytes: Buffer): Promise<number> =>
  new Promise(resolve => {
    const writeFrom = (from: number): void =>
      write(fd, bytes, from, (error, count) => {
        if (error?.code === 'EAGAIN') setTimeout(writeFrom, retryMs, from)
        else if (error) resolve(from)
        else if (from + count === bytes.length) resolve(bytes.length)
        else writeFrom(from + count)
      })
    writeFrom(0)
  })
