import { existsSync, globSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage } from '@campstore/local-servers/installed-programs'

const libraries = '/usr/lib/*/faketime/libfaketimeMT.so.1'
const sharedMemory = '/dev/shm'

/**
 * Debian's libfaketime for programs with threads; installed where packages can be.
 *
 * @returns its path, undefined where it is not
 * @throws {Error} where REQUIRE_FAKETIME says that it must be there
 */
export async function findFaketime(): Promise<string | undefined> {
  const found = () => globSync(libraries)[0]
  const library = found() ?? ((await installPackage('libfaketime')) ? found() : undefined)
  if (library === undefined && process.env.REQUIRE_FAKETIME)
    throw new Error('libfaketime is not installed. Install it (Debian: libfaketime).')
  removeLeftovers()
  return library
}

/** A wall clock that can be moved while the processes run that have its environment. */
export type MovedClock = ReturnType<typeof movedClock>

/**
 * A clock in `file`. Only the wall clock moves: no machine's monotonic clock jumps, and Node's timers use that one. Times of files
 * are the machine's, so that the compile cache stays valid.
 */
export function movedClock(library: string, file: string) {
  /** From now on the clock is this many seconds ahead of the machine's; behind it, when negative. */
  const move = (seconds: number) => {
    writeFileSync(`${file}.new`, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds).toFixed(3)}\n`)
    renameSync(`${file}.new`, file)
  }
  move(0)
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    } as const,
    move,
  }
}

/** Removes the shared memory that the library of a killed process leaves behind. */
function removeLeftovers(): void {
  for (const name of existsSync(sharedMemory) ? readdirSync(sharedMemory) : []) {
    const pid = /faketime_(?:sem|shm)_(\d+)$/.exec(name)?.[1]
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(sharedMemory, name), { force: true })
  }
}
