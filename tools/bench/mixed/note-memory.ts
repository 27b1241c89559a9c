import { appendFileSync } from 'node:fs'

// Loaded into a service by `--import`: notes every five seconds what its memory is made of, in megabytes.
const file = process.env.BENCH_MEMORY_FILE
const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20)
const note = () => {
  const { rss, heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage()
  const parts = { rss, heapTotal, heapUsed, external, arrayBuffers }
  const line = Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, megabytes(bytes)]))
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`)
}
setInterval(note, 5_000).unref()
