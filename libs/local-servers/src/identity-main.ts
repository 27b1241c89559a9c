import { once } from 'node:events'
import { isLoopback } from '@campstore/core/loopback'
import { createDemoAccounts, identityProject } from './identity.ts'
import { createIdentityEmulator } from './identity-emulator/server.ts'

// The identity emulator as a process of its own, with the demonstration accounts: on this machine, or in a container on all addresses.
const { HOST: host = '127.0.0.1', PORT: port = '9099' } = process.env
// A full disk takes its log only.
process.stdout.on('error', () => {})
const log = (line: string) => process.stdout.write(`${line}\n`)
const server = createIdentityEmulator({ projectId: identityProject, onLoopback: isLoopback(host), log })
server.listen(Number(port), host)
await once(server, 'listening')
await createDemoAccounts(`127.0.0.1:${port}`)
log(`The identity emulator listens on ${host}:${port}`)
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0))
