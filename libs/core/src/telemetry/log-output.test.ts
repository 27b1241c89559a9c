import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLogOutput } from './log-output.ts'

const missing = (count: number) => `missing ${count}\n`
const line = (number: number) => `${number} ${'x'.repeat(200)}\n`
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'campstore-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function open(path: string, flags: string | number): number {
  const fd = openSync(path, flags)
  onTestFinished(() => closeSync(fd))
  return fd
}

const flushed = (output: ReturnType<typeof createLogOutput>) => new Promise<void>(resolve => output.flush(resolve))

test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
  'a disk that fills and is emptied (root only): every line is written whole or missing, and the next one says how many',
  async () => {
    const folder = temporaryFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
    const ballast = join(folder, 'ballast')
    writeFileSync(ballast, 'x'.repeat(40_000))
    const file = join(folder, 'log')
    const fd = openSync(file, 'a')
    onTestFinished(() => {
      closeSync(fd)
      execFileSync('umount', [folder])
    })
    const output = createLogOutput(fd, missing)
    for (const number of numbers(200)) output.write(line(number))
    await flushed(output)
    for (const number of numbers(10)) output.write(line(1_000 + number))
    await flushed(output)
    rmSync(ballast)
    output.write(line(2_000))
    await flushed(output)

    const lines = readFileSync(file, 'utf8').split('\n')
    const whole = lines.filter(text => text.length > 200 && /^\d+ x{200}$/.test(text))
    const said = lines.filter(text => text.startsWith('missing'))
    expect(said).toEqual([`missing ${211 - whole.length}`])
    expect(whole.map(text => Number(text.split(' ')[0]))).toEqual([...numbers(whole.length - 1), 2_000])
    expect(lines.at(-2)).toBe(line(2_000).trim())
  },
)

test('a full pipe that does not block: lines wait for its reader, at most a megabyte of them', async () => {
  const fifo = join(temporaryFolder(), 'fifo')
  execFileSync('mkfifo', [fifo])
  const reader = open(fifo, constants.O_RDONLY | constants.O_NONBLOCK)
  const output = createLogOutput(open(fifo, constants.O_WRONLY | constants.O_NONBLOCK), missing)
  for (const number of numbers(10_000)) output.write(line(number))
  let isFlushed = false
  const end = flushed(output).then(() => {
    isFlushed = true
  })
  let text = ''
  const buffer = Buffer.alloc(65_536)
  await expect
    .poll(
      () => {
        try {
          text += buffer.toString('utf8', 0, readSync(reader, buffer))
        } catch {
          // Nothing to read at this moment.
        }
        return isFlushed && text.endsWith('\n')
      },
      { interval: 5 },
    )
    .toBe(true)
  await end
  const lines = text.trim().split('\n')
  const kept = lines.filter(found => /^\d+ x{200}$/.test(found))
  expect(kept.length).toBeGreaterThan(5_000)
  expect(lines.filter(found => !kept.includes(found))).toEqual([`missing ${10_000 - kept.length}`])
})
