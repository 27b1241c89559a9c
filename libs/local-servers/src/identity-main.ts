import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startIdentity } from './identity.ts'

// The identity emulator as a process of its own, in a container: it listens on all addresses until it is stopped or fails.
const port = Number(process.env.PORT || 9099)
const dataDirectory = join(tmpdir(), 'identity')
const server = await startIdentity({ dataDirectory, address: '0.0.0.0', port, withinMs: 240_000 })
process.stdout.write(`The identity emulator listens on port ${port}\n`)
let exitCode = 1
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    exitCode = 0
    void server.stop()
  })
}
process.stdout.write(`The identity emulator has ended: ${await server.exited}\n`)
process.exit(exitCode)
