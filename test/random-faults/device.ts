import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findOrInstall } from '@campstore/local-servers/installed-programs'
import { startProcess, stopAtEnd, untilReady } from '@campstore/local-servers/processes'
import { signal } from '@campstore/local-servers/running-processes'

/** A file system that can be full. */
export type Disk = {
  folder: string
  /** From now on no more than so much space is left in it, in bytes; a little, because files may grow meanwhile. */
  fill(leftBytes?: number): void
  free(): void
}

/** One whose disk can be slow, hang and fail. */
export type Device = Disk & {
  /** From now on it answers in 0.1 of each 0.5 s only. */
  slowDown(): void
  /** From now on it answers nothing. */
  hang(): void
  /** It answers again, including requests made meanwhile. */
  goOn(): void
  /** From now on it refuses every read and write. */
  fail(): void
  /** It works again, with its written data, and its file system is checked. It must not be used meanwhile. */
  repair(): Promise<void>
}

const size = '4G'
const programs = { nbdkit: 'nbdkit', nbdfuse: 'libnbd-bin', fusermount3: 'fuse3', 'mkfs.ext4': 'e2fsprogs' }

/**
 * Whether this machine lends devices: loop devices, FUSE and the programs, which are installed where they can be.
 *
 * @throws {Error} where REQUIRE_MOUNT says that it does
 */
export async function canMountDevices(): Promise<boolean> {
  const missing = ['/dev/fuse', '/dev/loop-control'].filter(path => !existsSync(path))
  for (const [program, packageName] of Object.entries(programs))
    if (!(await findOrInstall(program, ['/usr/sbin'], packageName))) missing.push(program)
  if (missing.length > 0 && process.env.REQUIRE_MOUNT)
    throw new Error(`No device can be mounted here without ${missing.join(', ')}`)
  return missing.length === 0
}

/** What a killed server has started uses its folder for some more milliseconds. */
async function unmountUnused(path: string): Promise<void> {
  const unmount = () => spawnSync('umount', [path], { encoding: 'utf8' })
  let result = unmount()
  for (const end = Date.now() + 60_000; result.status !== 0 && Date.now() < end; result = unmount()) await delay(100)
  if (result.status !== 0) throw new Error(result.stderr)
}

/**
 * Mounts an ext4 file system on a loop device, whose file is served from memory by nbdkit. It is there for as long as this process
 * lives.
 */
export async function mountDevice(folder: string): Promise<Device> {
  const own = `${folder}.device`
  const [socket, broken, raw, log] = [join(own, 'socket'), join(own, 'broken'), join(own, 'raw'), join(own, 'log')]
  const image = join(raw, 'nbd')
  const ballast = join(folder, 'ballast')
  for (const path of [folder, raw]) mkdirSync(path, { recursive: true })
  const start = (command: string, args: string[]) =>
    startProcess({ name: command, command, args, output: { file: log }, isLast: true })

  const memory = ['--filter=error', 'memory', size, 'error-rate=100%', `error-file=${broken}`]
  const nbdkit = start('nbdkit', ['--foreground', '--exit-with-parent', '--unix', socket, ...memory])
  await untilReady(nbdkit, { answers: async () => existsSync(socket), log })
  const attach = async () => {
    const nbdfuse = start('nbdfuse', [raw, `nbd+unix:///?socket=${socket}`])
    await untilReady(nbdfuse, { answers: async () => existsSync(image), log })
    return nbdfuse
  }
  let nbdfuse = await attach()
  let pulse: NodeJS.Timeout | undefined
  const hang = () => signal(nbdkit.pid, 'SIGSTOP')
  const goOn = () => {
    clearInterval(pulse)
    signal(nbdkit.pid, 'SIGCONT')
  }
  const mount = () => void execFileSync('mount', ['-o', 'loop', image, folder])
  const unmount = () => {
    goOn()
    for (const path of [folder, raw]) spawnSync('umount', ['--lazy', path])
  }
  execFileSync('mkfs.ext4', ['-q', '-m', '0', image])
  mount()
  execFileSync('chmod', ['711', folder])
  stopAtEnd(async () => unmount())
  process.prependOnceListener('exit', unmount)
  return {
    folder,
    fill: (leftBytes = 65_536) => {
      const { bavail, bsize } = statfsSync(folder)
      execFileSync('fallocate', ['--length', String(bavail * bsize - leftBytes), ballast])
    },
    free: () => rmSync(ballast),
    slowDown: () => {
      let beat = 0
      pulse = setInterval(() => {
        beat += 1
        signal(nbdkit.pid, beat % 5 === 0 ? 'SIGCONT' : 'SIGSTOP')
      }, 100)
    },
    hang,
    goOn,
    fail: () => writeFileSync(broken, ''),
    repair: async () => {
      rmSync(broken)
      // The server that gave up has to continue with the data on the disk.
      for (const path of [folder, raw]) await unmountUnused(path)
      await nbdfuse.exited
      nbdfuse = await attach()
      // From 4 on it could not repair everything.
      const { status, stdout } = spawnSync('fsck.ext4', ['-p', image], { encoding: 'utf8' })
      if (status === null || status >= 4) throw new Error(`The file system of ${folder} is damaged: ${stdout}`)
      mount()
    },
  }
}
