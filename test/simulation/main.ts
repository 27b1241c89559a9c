import { bugs, putIn, severalProcesses } from './bugs.ts'

// Modules are changed before anything loads them.
const place = process.argv.indexOf('--bug')
const bug = place === -1 ? undefined : bugs[process.argv[place + 1] ?? '']
const checkPutIn = putIn(severalProcesses, ...(bug ? [bug] : []))
const { runCommand } = await import('../../tools/command.ts')
const { simulate } = await import('./command-line.ts')
checkPutIn()
await runCommand(simulate, { withoutSecrets: true })
