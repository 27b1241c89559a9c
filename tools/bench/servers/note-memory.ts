import { appendFileSync } from 'node:fs'

// Loaded into a service by `--import`: writes every five seconds what its memory consists of, in megabytes.
const file = process.env.BENCH_MEMORY_FILE
const note = () => {
  const parts = Object.entries(process.memoryUsage()).map(([name, bytes]) => [name, Math.round(bytes / 2 ** 20)])
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(Object.fromEntries(parts))}\n`)
}
setInterval(note, 5_000).unref()
